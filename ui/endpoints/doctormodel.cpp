// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/doctormodel.h"

#include <QLocale>

namespace endpoints {

using buyer::Step;

namespace {

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString timeOf(const Step& step)
{
    return step.state == Step::State::Skipped || step.duration.count() <= 0
        ? QString()
        : DoctorModel::tr("%1 ms").arg(QLocale().toString(wire::toMs(step.duration), 'f', 1));
}

} // namespace

void DoctorModel::begin(std::vector<Step::Kind> plan)
{
    beginResetModel();
    m_plan = std::move(plan);
    m_steps.clear();
    m_isEnded = false;
    endResetModel();
}

void DoctorModel::add(const Step& step)
{
    if (m_steps.size() >= m_plan.size())
        return;
    const int row = static_cast<int>(m_steps.size());
    m_steps.push_back(step);
    // The next one begins.
    Q_EMIT dataChanged(index(row, 0), index(qMin(row + 1, rowCount() - 1), ColumnCount - 1));
}

void DoctorModel::end()
{
    m_isEnded = true;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const Step* DoctorModel::step(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_steps.size() ? &m_steps[at] : nullptr;
}

QString DoctorModel::name(int row) const
{
    switch (m_plan[static_cast<std::size_t>(row)]) {
    case Step::Kind::Name:
        return tr("Name");
    case Step::Kind::Tcp:
        return tr("TCP");
    case Step::Kind::Proxy:
        return tr("Proxy");
    case Step::Kind::Tls:
        return tr("TLS");
    case Step::Kind::Http:
        return tr("HTTP");
    case Step::Kind::Handshake:
        return tr("WebSocket handshake");
    case Step::Kind::Program:
        return tr("Program start");
    case Step::Kind::Discovery:
        return tr("Discovery");
    case Step::Kind::Version:
        return tr("Version");
    case Step::Kind::Authentication:
        return tr("Authentication");
    case Step::Kind::Extension:
        return tr("ACMP extension");
    case Step::Kind::Capability:
        return tr("Capability");
    }
    Q_UNREACHABLE();
}

int DoctorModel::telling() const
{
    for (const auto state : { Step::State::Failed, Step::State::Warning }) {
        const auto found = std::ranges::find(m_steps, state, &Step::state);
        if (found != m_steps.end())
            return static_cast<int>(found - m_steps.begin());
    }
    return static_cast<int>(m_steps.size()) - 1;
}

widgets::State DoctorModel::state() const
{
    const int row = telling();
    const Step* const step = this->step(row);
    if (step && step->state == Step::State::Failed)
        return widgets::State::Bad;
    if (!m_isEnded)
        return widgets::State::Running;
    if (!step || m_steps.size() < m_plan.size())
        return widgets::State::Neutral;
    return step->state == Step::State::Warning ? widgets::State::Attention : widgets::State::Good;
}

QString DoctorModel::summary() const
{
    switch (state()) {
    case widgets::State::Bad:
        return tr("fails at: %1").arg(name(telling()));
    case widgets::State::Running:
        return tr("under way: %1").arg(name(static_cast<int>(qMin(m_steps.size(), m_plan.size() - 1))));
    case widgets::State::Attention: {
        const auto count = std::ranges::count(m_steps, Step::State::Warning, &Step::state);
        return count == 1 ? tr("works, 1 warning") : tr("works, %L1 warnings").arg(count);
    }
    case widgets::State::Good:
        return tr("works");
    case widgets::State::Waiting:
    case widgets::State::Neutral:
        break;
    }
    return tr("not carried out");
}

QString DoctorModel::report() const
{
    QString all;
    for (int row = 0; const Step* const step = this->step(row); ++row) {
        all += stateIcon(stateAt(row)) % u' ' % name(row) % QStringLiteral(" — ") % wordAt(row)
            % QStringLiteral(": ") % text(step->detail);
        if (const QString time = timeOf(*step); !time.isEmpty())
            all += QStringLiteral(" (") % time % u')';
        all += u'\n';
        for (const std::string& line : step->seen)
            all += QStringLiteral("    ") % text(line) % u'\n';
        if (!step->hint.empty())
            all += QStringLiteral("    ") % tr("What to try: %1").arg(text(step->hint)) % u'\n';
    }
    return all;
}

widgets::State DoctorModel::stateAt(int row) const
{
    if (const Step* const step = this->step(row)) {
        switch (step->state) {
        case Step::State::Ok:
            return widgets::State::Good;
        case Step::State::Warning:
            return widgets::State::Attention;
        case Step::State::Failed:
            return widgets::State::Bad;
        case Step::State::Skipped:
            return widgets::State::Neutral;
        }
    }
    const bool isNext = row == static_cast<int>(m_steps.size());
    return m_isEnded ? widgets::State::Neutral : isNext ? widgets::State::Running : widgets::State::Waiting;
}

QString DoctorModel::wordAt(int row) const
{
    switch (stateAt(row)) {
    case widgets::State::Good:
        return tr("ok");
    case widgets::State::Attention:
        return tr("warning");
    case widgets::State::Bad:
        return tr("failed");
    case widgets::State::Running:
        return tr("under way");
    case widgets::State::Waiting:
        return tr("waiting");
    case widgets::State::Neutral:
        break;
    }
    return step(row) ? tr("skipped") : tr("not done");
}

int DoctorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_plan.size());
}

int DoctorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DoctorModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int row = index.row();
    if (role == StateRole)
        return index.column() == State ? QVariant(static_cast<int>(stateAt(row))) : QVariant();
    if (role == Qt::TextAlignmentRole && index.column() == Time)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const Step* const step = this->step(row);
    switch (index.column()) {
    case Name:
        return name(row);
    case State:
        return wordAt(row);
    case Time:
        return step ? timeOf(*step) : QString();
    default:
        return step ? text(step->detail) : QString();
    }
}

QVariant DoctorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Step");
    case State:
        return tr("State");
    case Time:
        return tr("Time");
    default:
        return tr("What came of it");
    }
}

} // namespace endpoints
