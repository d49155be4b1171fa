// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/endpointform.h"

#include "protocol/transport/connect/connector.h"
#include "ui/endpoints/programfields.h"
#include "ui/endpoints/proxyfield.h"
#include "ui/endpoints/tlsfields.h"
#include "ui/endpoints/tracefield.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace endpoints {

using workspace::Kind;

EndpointForm::EndpointForm(workspace::Endpoint endpoint, QWidget* parent)
    : QDialog(parent)
    , m_endpoint(std::move(endpoint))
    , m_url(new QLineEdit(m_endpoint.url, this))
    , m_name(new QLineEdit(m_endpoint.name, this))
    , m_token(new QLineEdit(this))
    , m_forget(new QCheckBox(tr("&Forget the token"), this))
    , m_proxy(new ProxyField(m_endpoint.access.proxy, this))
    , m_trace(new TraceField(m_endpoint.access.traceparent, this))
    , m_connect(new QLineEdit(this))
    , m_headers(new HeadersField(m_endpoint.access.headers, this))
    , m_notes(new QPlainTextEdit(m_endpoint.notes, this))
    , m_complaint(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_form(new QFormLayout(this))
{
    const bool isNew = m_endpoint.url.isEmpty();
    setWindowTitle(isNew ? tr("Add an endpoint") : tr("Edit the endpoint"));
    makeFields();
    makeRows(isNew);
    setMinimumWidth(theme::scaled(560));
    connect(m_url, &QLineEdit::textChanged, this, &EndpointForm::showKind);
    for (QLineEdit* line : { m_url, m_token, m_connect })
        connect(line, &QLineEdit::textChanged, this, &EndpointForm::check);
    connect(m_forget, &QCheckBox::toggled, this, &EndpointForm::check);
    connect(m_tls, &TlsFields::edited, this, &EndpointForm::check);
    connect(m_program, &ProgramFields::edited, this, &EndpointForm::check);
    connect(m_proxy, &ProxyField::edited, this, &EndpointForm::check);
    connect(m_trace, &TraceField::edited, this, &EndpointForm::check);
    connect(m_headers, &HeadersField::edited, this, &EndpointForm::check);
    m_tls->setVisible(false);
    m_program->setVisible(false);
    m_form->setRowVisible(m_forget, !m_endpoint.tokenRef.isEmpty());
    showKind();
    check();
}

void EndpointForm::makeFields()
{
    const bool hasToken = !m_endpoint.tokenRef.isEmpty();
    m_name->setObjectName(QStringLiteral("name"));
    m_name->setPlaceholderText(tr("as you want to call it"));
    m_url->setObjectName(QStringLiteral("url"));
    m_url->setPlaceholderText(QStringLiteral("http(s)://HOST:PORT/PATH, ws(s)://…, stdio:COMMAND ARGS…"));
    m_url->setFont(theme::monospace());
    m_token->setObjectName(QStringLiteral("token"));
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setPlaceholderText(hasToken ? tr("stored; type to replace it") : tr("none"));
    m_token->setToolTip(tr("Kept in the keychain. A program gets it as ACMP_BEARER_TOKEN."));
    m_forget->setObjectName(QStringLiteral("forget"));
    m_connect->setObjectName(QStringLiteral("connectTimeout"));
    m_connect->setFont(theme::monospace());
    m_connect->setPlaceholderText(QString::number(transport::ConnectOptions().connectTimeout.count()));
    m_connect->setToolTip(tr("For name, TCP, proxy and TLS together"));
    if (const auto ms = m_endpoint.access.connectTimeoutMs; ms != 0)
        m_connect->setText(QString::number(ms));
    m_notes->setObjectName(QStringLiteral("notes"));
    m_notes->setTabChangesFocus(true);
    m_notes->setFixedHeight(2 * theme::scaled(theme::kRowHeight));
    m_complaint->setObjectName(QStringLiteral("complaint"));
    // Room for its two lines, so that the dialog keeps its size.
    m_complaint->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_complaint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void EndpointForm::makeRows(bool isNew)
{
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(isNew ? tr("Add") : tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("save"));
    theme::makePrimary(*m_save);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->addRow(tr("&Address"), m_url);
    m_form->addRow(tr("&Name"), m_name);
    m_form->addRow(tr("Bearer &token"), m_token);
    m_form->addRow(QString(), m_forget);
    m_tls = new TlsFields(m_endpoint.access.tls, *m_form, this);
    m_form->addRow(tr("Pro&xy"), m_proxy);
    m_program = new ProgramFields(m_endpoint.access, *m_form, this);
    m_form->addRow(tr("&Connect within, ms"), m_connect);
    m_form->addRow(tr("&Headers"), m_headers);
    m_form->addRow(tr("T&race context"), m_trace);
    m_form->addRow(tr("N&otes"), m_notes);
    m_form->addRow(m_complaint);
    m_form->addRow(buttons);
}

/// While the address is none, the fields of the last one that was stay.
void EndpointForm::showKind()
{
    const Kind kind = workspace::kindOf(m_url->text());
    if (kind == Kind::None || kind == m_kind)
        return;
    m_kind = kind;
    m_tls->setVisible(workspace::isTls(kind));
    m_program->setVisible(kind == Kind::Program);
    for (QWidget* const row : std::initializer_list<QWidget*> { m_proxy, m_connect, m_headers })
        m_form->setRowVisible(row, kind != Kind::Program);
    // Not smaller: what is under the pointer should stay there.
    m_form->activate();
    resize(width(), qMax(height(), sizeHint().height()));
}

workspace::Endpoint EndpointForm::endpoint() const
{
    workspace::Endpoint endpoint = m_endpoint;
    endpoint.name = m_name->text().trimmed();
    endpoint.url = m_url->text().trimmed();
    endpoint.notes = m_notes->toPlainText();
    endpoint.access = {};
    endpoint.access.traceparent = m_trace->traceparent();
    if (workspace::isTls(m_kind))
        endpoint.access.tls = m_tls->tls();
    if (m_kind == Kind::Program) {
        endpoint.access.directory = m_program->directory();
        endpoint.access.environment = m_program->environment();
    } else {
        endpoint.access.proxy = m_proxy->proxy();
        endpoint.access.connectTimeoutMs = connectTimeoutMs().value_or(0);
    }
    return endpoint;
}

std::optional<std::int64_t> EndpointForm::connectTimeoutMs() const
{
    const QString text = m_connect->text().trimmed();
    bool isNumber = text.isEmpty();
    const qlonglong ms = isNumber ? 0 : text.toLongLong(&isNumber);
    const bool isGood = isNumber && (text.isEmpty() || (ms > 0 && ms <= workspace::kLongestConnectMs));
    return isGood ? std::optional<std::int64_t>(ms) : std::nullopt;
}

bool EndpointForm::isOtherServer() const
{
    return workspace::serverOf(m_url->text()) != workspace::serverOf(m_endpoint.url);
}

std::optional<QString> EndpointForm::newToken() const
{
    if (!m_token->text().isEmpty())
        return m_token->text();
    if (m_forget->isChecked() || (!m_endpoint.tokenRef.isEmpty() && isOtherServer()))
        return QString();
    return std::nullopt;
}

std::optional<QString> EndpointForm::newPassphrase() const
{
    if (workspace::isTls(m_kind))
        return m_tls->newPassphrase();
    return m_endpoint.access.tls.passphraseRef.isEmpty() ? std::nullopt : std::optional(QString());
}

std::vector<HeadersField::Entered> EndpointForm::headers() const
{
    return m_kind == Kind::Program ? std::vector<HeadersField::Entered>() : m_headers->headers();
}

bool EndpointForm::sendsToken() const
{
    const auto typed = newToken();
    return typed ? !typed->isEmpty() : !m_endpoint.tokenRef.isEmpty();
}

QString EndpointForm::complaint() const
{
    if (const auto url = workspace::checkUrl(m_url->text()); !url)
        return url.error();
    if (const QString trace = m_trace->complaint(); !trace.isEmpty())
        return trace;
    if (m_kind == Kind::Program)
        return m_program->complaint();
    if (!connectTimeoutMs())
        return tr("Connect within: a number of ms is expected, from 1 to %L1, not \"%2\".")
            .arg(workspace::kLongestConnectMs)
            .arg(m_connect->text());
    const bool hasOwn = std::ranges::any_of(headers(), [](const HeadersField::Entered& one) {
        return one.header.name.compare(QStringLiteral("Authorization"), Qt::CaseInsensitive) == 0;
    });
    if (hasOwn && sendsToken())
        return tr("Headers: a bearer token is an Authorization header, so there can't be another.");
    const QString tls = workspace::isTls(m_kind) ? m_tls->complaint() : QString();
    const QString proxy = tls.isEmpty() ? m_proxy->complaint() : tls;
    return proxy.isEmpty() ? m_headers->complaint() : proxy;
}

QString EndpointForm::warning() const
{
    QStringList left;
    if (isOtherServer() && !m_endpoint.tokenRef.isEmpty() && m_token->text().isEmpty())
        left += tr("token");
    for (const HeadersField::Entered& one : headers()) {
        if (isOtherServer() && !one.secret && !one.header.valueRef.isEmpty())
            left += one.header.name;
    }
    if (!left.isEmpty())
        return tr("What is stored (%1) was for %2 and is not given to another server. Type it again if this "
                  "one is to have it.")
            .arg(left.join(QStringLiteral(", ")), workspace::serverOf(m_endpoint.url));
    return m_kind == Kind::Program ? m_program->warning() : QString();
}

void EndpointForm::check()
{
    m_token->setEnabled(!m_forget->isChecked());
    const QString problem = complaint();
    m_save->setEnabled(problem.isEmpty());
    const QString text = problem.isEmpty() ? warning() : problem;
    m_complaint->setText(text);
    m_url->setAccessibleDescription(text);
}

} // namespace endpoints
