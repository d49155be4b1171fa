// SPDX-License-Identifier: Apache-2.0
// inspect --doctor: each step on the way to an endpoint, as it ends.
#include "app/acmpctl/eventtext.h"
#include "app/acmpctl/verbs.h"

#include "protocol/buyer/doctor.h"

#include <QPromise>

namespace acmpctl {

namespace {

using buyer::Step;

const char* signOf(Step::State state)
{
    switch (state) {
    case Step::State::Ok:
        return "✓ ";
    case Step::State::Warning:
        return "! ";
    case Step::State::Failed:
        return "✕ ";
    case Step::State::Skipped:
        return "· ";
    }
    Q_UNREACHABLE();
}

std::string describe(const Step& step)
{
    std::string text = signOf(step.state) + std::string(buyer::toString(step.kind)) + "  "
        + std::string(buyer::toString(step.state)) + ": " + step.detail;
    if (step.duration.count() > 0)
        text += "  (" + ms(step.duration) + ')';
    for (const std::string& line : step.seen)
        text += "\n    " + line;
    if (!step.hint.empty())
        text += "\n  try: " + step.hint;
    return text;
}

void printStep(Output& output, const Step& step)
{
    output.event(
        "step",
        [&](json::Writer& writer) {
            writer.key("name").string(buyer::toString(step.kind));
            writer.key("ok").boolean(step.state != Step::State::Failed);
            writer.key("state").string(buyer::toString(step.state));
            writer.key("detail").string(step.detail);
            writer.key("ms").real(wire::toMs(step.duration));
            writeStrings(writer, "seen", step.seen);
            writer.key("hint").string(step.hint);
        },
        [&] { return describe(step); });
}

QFuture<buyer::Diagnosis> start(buyer::Doctor& doctor, Desk& desk)
{
    auto promise = std::make_shared<QPromise<buyer::Diagnosis>>();
    promise->start();
    QObject::connect(
        &doctor, &buyer::Doctor::step, &desk, [&desk](const Step& step) { printStep(desk.output(), step); });
    QObject::connect(&doctor, &buyer::Doctor::finished, &desk, [promise](const buyer::Diagnosis& diagnosis) {
        promise->addResult(diagnosis);
        promise->finish();
    });
    doctor.start();
    return promise->future();
}

} // namespace

Exit examine(Flow& flow, Desk& desk, const InspectArguments& arguments)
{
    const wire::milliseconds answer(arguments.timeoutMs);
    const auto access = findTarget(flow, desk, arguments.target);
    if (!access)
        return fail(desk, access.error());
    const auto doctor = flow.onIo([&] { return desk.doctorFor(*access, answer); });
    if (!doctor)
        return fail(desk, doctor.error());
    const auto diagnosis = flow.await([&] { return start(**doctor, desk); }, (*doctor)->patience());
    if (!diagnosis)
        return fail(desk, diagnosis.error());
    const Step* const failure = diagnosis->failure();
    return failure ? exitFor(*failure->error) : kFine;
}

} // namespace acmpctl
