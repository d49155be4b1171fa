// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/requestform.h"

#include "ui/invoke/requesttext.h"
#include "ui/theme/theme.h"

#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace invoke {

namespace {

std::optional<std::string> quoted(const QString& text)
{
    if (text.isEmpty())
        return std::nullopt;
    std::string out;
    json::appendQuoted(out, text.toStdString());
    return out;
}

/// As JSON if it is a value of its own; a number must be one.
std::optional<std::string> valueOf(const QString& text, bool isNumber)
{
    const QString trimmed = text.trimmed();
    if (!isNumber)
        return quoted(text);
    if (trimmed.isEmpty())
        return std::nullopt;
    return json::Decimal::parse(trimmed.toStdString()) ? std::optional(trimmed.toStdString())
                                                       : quoted(trimmed);
}

/// What the field of that member shows.
QString shown(const acmp::Invoke& request, std::string_view member)
{
    const auto text = [](const std::optional<std::string>& value) {
        return QString::fromStdString(value.value_or(std::string()));
    };
    if (member == "task_id")
        return QString::fromStdString(request.taskId);
    if (member == "capability")
        return QString::fromStdString(request.capability);
    if (member == "output_type")
        return text(request.outputType);
    if (member == "max_price_cu")
        return request.maxPriceCu ? QString::fromStdString(std::string(request.maxPriceCu->text()))
                                  : QString();
    if (member == "timeout_ms")
        return request.timeoutMs ? QString::number(*request.timeoutMs) : QString();
    if (member == "preferred_tier")
        return text(request.preferredTier);
    if (member == "proof_method")
        return text(request.proofMethod);
    if (member == "escrow_id")
        return text(request.escrowId);
    Q_UNREACHABLE();
}

} // namespace

RequestForm::RequestForm(QWidget* parent)
    : QWidget(parent)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(12, 8, 12, 8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    addLine(form, tr("Task"), "task_id", false);
    m_capability = addChoice(form, tr("Capability"), "capability", {});
    addInput(form);
    addInputStream(form);
    addChoice(form, tr("Output type"), "output_type", { QStringLiteral("text"), QStringLiteral("json") });
    m_stream = new QCheckBox(tr("in chunks, as it is made"), this);
    form->addRow(tr("Stream"), m_stream);
    connect(
        m_stream, &QCheckBox::toggled, this, [this](bool on) { set({ "stream" }, on ? "true" : "false"); });
    m_readers.push_back(
        [this](const acmp::Invoke& request) { m_stream->setChecked(request.streamOrDefault()); });
    addLine(form, tr("Price ≤, CU"), "max_price_cu", true);
    addLine(form, tr("Timeout, ms"), "timeout_ms", true)->setPlaceholderText(QStringLiteral("30000"));
    addChoice(form, tr("Tier"), "preferred_tier",
        { QString(), QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("C") });
    addChoice(form, tr("Proof"), "proof_method", { QString(), QStringLiteral("result-hash") });
    addLine(form, tr("Escrow"), "escrow_id", false);
}

QLineEdit* RequestForm::addLine(QFormLayout* form, const QString& label, const char* member, bool isNumber)
{
    auto* line = new QLineEdit(this);
    line->setFont(theme::monospace());
    line->setAccessibleName(label);
    line->setObjectName(QLatin1String(member));
    form->addRow(label, line);
    connect(line, &QLineEdit::textEdited, this,
        [this, member, isNumber](const QString& text) { set({ member }, valueOf(text, isNumber)); });
    m_readers.push_back([line, member](const acmp::Invoke& request) {
        if (!line->hasFocus())
            line->setText(shown(request, member));
    });
    return line;
}

QComboBox* RequestForm::makeBox(
    QFormLayout* form, const QString& label, const char* name, const QStringList& choices)
{
    auto* box = new QComboBox(this);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setFont(theme::monospace());
    box->setAccessibleName(label);
    box->lineEdit()->setAccessibleName(label);
    box->setObjectName(QLatin1String(name));
    box->addItems(choices);
    form->addRow(label, box);
    return box;
}

QComboBox* RequestForm::addChoice(
    QFormLayout* form, const QString& label, const char* member, const QStringList& choices)
{
    QComboBox* box = makeBox(form, label, member, choices);
    connect(box, &QComboBox::editTextChanged, this,
        [this, member](const QString& text) { set({ member }, quoted(text)); });
    m_readers.push_back([box, member](const acmp::Invoke& request) {
        if (const QString text = shown(request, member); text != box->currentText())
            box->setEditText(text);
    });
    return box;
}

void RequestForm::addInput(QFormLayout* form)
{
    m_inputType
        = makeBox(form, tr("Input type"), "input_type", { QStringLiteral("text"), QStringLiteral("json") });
    connect(m_inputType, &QComboBox::editTextChanged, this,
        [this](const QString& text) { set({ "input", "type" }, quoted(text)); });
    m_input = new QPlainTextEdit(this);
    m_input->setFont(theme::monospace());
    m_input->setAccessibleName(tr("Input"));
    m_input->setObjectName(QStringLiteral("input"));
    m_input->setTabChangesFocus(true);
    m_input->setFixedHeight(110);
    form->addRow(tr("Input"), m_input);
    connect(m_input, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_input->toPlainText();
        const bool isJson
            = m_inputType->currentText() == QStringLiteral("json") && json::Document::parse(text.toUtf8());
        std::string string;
        json::appendQuoted(string, text.toStdString());
        set({ "input", "data" }, isJson ? text.toStdString() : string);
    });
    m_readers.push_back([this](const acmp::Invoke& request) {
        const acmp::Content input = request.input.value_or(acmp::Content {});
        m_inputType->setEditText(QString::fromStdString(input.type));
        const std::string_view raw = input.data.text();
        const auto document
            = json::Document::parse(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
        const auto string = document ? document->root().text() : std::nullopt;
        const QString text = QString::fromStdString(string.value_or(std::string(raw)));
        if (text != m_input->toPlainText())
            m_input->setPlainText(text);
    });
}

/// The input itself may stay: it counts before the first piece (Layer 1 §3.1).
void RequestForm::addInputStream(QFormLayout* form)
{
    m_inputStream = new QCheckBox(tr("Input follows in pieces"), this);
    m_inputStream->setObjectName(QStringLiteral("input_stream"));
    m_inputStream->setToolTip(
        tr("input_stream: what is given above, if anything, counts before the first piece. "
           "The provider must advertise input_streaming."));
    form->addRow(QString(), m_inputStream);
    connect(m_inputStream, &QCheckBox::toggled, this, [this](bool on) {
        set({ "input_stream" }, on ? std::optional<std::string>("true") : std::nullopt);
        if (!m_input->toPlainText().isEmpty())
            return;
        if (on)
            return set({ "input" }, std::nullopt);
        set({ "input", "type" }, quoted(QStringLiteral("text")));
        set({ "input", "data" }, "\"\"");
    });
    m_readers.push_back(
        [this](const acmp::Invoke& request) { m_inputStream->setChecked(request.inputStreamOrDefault()); });
}

void RequestForm::setText(const QByteArray& text)
{
    m_text = text;
    const auto request = readRequest(text);
    setEnabled(request.has_value());
    if (!request)
        return;
    m_isShowing = true;
    for (const auto& read : m_readers)
        read(*request);
    m_isShowing = false;
}

void RequestForm::setCapabilities(const QStringList& names)
{
    m_isShowing = true;
    const QString current = m_capability->currentText();
    m_capability->clear();
    m_capability->addItems(names);
    m_capability->setEditText(current);
    m_isShowing = false;
}

void RequestForm::set(std::initializer_list<std::string_view> path, const std::optional<std::string>& json)
{
    if (m_isShowing)
        return;
    m_text = withMember(m_text, std::span(path.begin(), path.size()), json);
    Q_EMIT edited();
}

} // namespace invoke
