// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/scenariofile.h"

#include <QFile>
#include <QFileInfo>

namespace mock {

using wire::Error;
using wire::ErrorKind;

ScenarioFile ScenarioFile::read(const QString& path)
{
    ScenarioFile read;
    read.path = path;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        read.failure = Error { ErrorKind::Io, "the scenario can't be read", "a readable JSON file",
            file.errorString().toStdString(), path.toStdString(), false };
        return read;
    }
    read.text = file.read(kMaxBytes + 1);
    if (read.text.size() > kMaxBytes) {
        read.text.clear();
        read.failure = Error { ErrorKind::TooLarge, "the file is too long for a scenario",
            "at most " + std::to_string(kMaxBytes) + " bytes", std::to_string(file.size()),
            path.toStdString(), false };
        return read;
    }
    auto scenario
        = engine::Scenario::parse({ read.text.constData(), static_cast<std::size_t>(read.text.size()) },
            QFileInfo(file).absolutePath().toStdString());
    if (scenario)
        read.scenario = std::move(*scenario);
    else
        read.mistakes = std::move(scenario.error());
    return read;
}

QString ScenarioFile::name() const
{
    return scenario ? QString::fromStdString(scenario->name) : QFileInfo(path).fileName();
}

qsizetype ScenarioFile::offsetOf(const engine::ScenarioError& mistake) const
{
    qsizetype at = 0;
    for (std::size_t line = 1; line < mistake.line; ++line)
        at = text.indexOf('\n', at) + 1;
    for (std::size_t column = 1; column < mistake.column && at < text.size(); ++column) {
        do
            ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    }
    return at;
}

} // namespace mock
