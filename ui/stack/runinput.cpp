// SPDX-License-Identifier: GPL-3.0-or-later
// Run, the part that gives its task an input piece by piece.
#include "ui/stack/run.h"

namespace stack {

using wire::Error;
using wire::ErrorKind;

bool Run::canTakeInput() const
{
    return m_state.stage != Stage::Ended && !m_state.isInputEnded && !m_state.isInputBroken;
}

void Run::sendInput(acmp::Content piece, bool isFinal)
{
    // What the user says now would come into the middle of the file.
    if (!m_inputFile)
        giveInput(std::move(piece), isFinal);
}

void Run::giveInput(acmp::Content piece, bool isFinal)
{
    if (!canTakeInput())
        return;
    const InputLog::Piece entry { piece.data.text().size(), isFinal, wire::excerpt(piece.data.text(), 160) };
    if (!m_run) {
        m_earlyInput.emplace_back(std::move(piece), isFinal);
    } else if (!m_run->sendInput(std::move(piece), isFinal)) {
        return stopFile(Error { ErrorKind::TooLarge, "the input is too long",
            "at most " + std::to_string(buyer::TaskRun::kLongestInput) + " bytes", "more", {}, false });
    }
    m_input->pieces.append(entry);
    m_state.isInputEnded = isFinal;
    Q_EMIT changed();
}

void Run::sendInput(InputFromFile file)
{
    if (!canTakeInput())
        return;
    auto opened = InputFile::open(std::move(file));
    if (!opened)
        return stopFile(opened.error());
    m_state.inputFailure.reset();
    m_inputFile = std::move(*opened);
    m_state.inputFile = m_inputFile->path();
    readOn();
    Q_EMIT changed();
}

/// One piece of a file at a time: no more is in memory than is on its way, but for what a retry needs.
void Run::readOn()
{
    while (m_inputFile && m_run && m_state.stage == Stage::Running && m_run->waitingInput() == 0) {
        auto piece = m_inputFile->next();
        if (!piece)
            return stopFile(piece.error());
        if (!*piece)
            return stopFile(std::nullopt);
        giveInput(std::move(**piece), false);
    }
}

void Run::stopFile(std::optional<Error> error)
{
    m_inputFile.reset();
    m_state.inputFile.clear();
    if (error)
        m_state.inputFailure = std::move(error);
    Q_EMIT changed();
}

void Run::inputSent(const std::optional<Error>& error)
{
    if (error) {
        m_state.isInputBroken = true;
        return stopFile(error);
    }
    ++m_state.inputTaken;
    readOn();
    Q_EMIT changed();
}

} // namespace stack
