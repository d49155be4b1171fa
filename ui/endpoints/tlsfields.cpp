// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/tlsfields.h"

#include "ui/endpoints/filefield.h"
#include "ui/theme/theme.h"

#include "protocol/transport/tls/settings.h"

#include <QFormLayout>
#include <QLineEdit>

namespace endpoints {

using workspace::TlsAccess;

TlsFields::TlsFields(TlsAccess tls, QFormLayout& form, QWidget* parent)
    : QObject(parent)
    , m_tls(std::move(tls))
    , m_form(form)
    , m_ca(new FileField(FileField::What::File, tr("CA file"), m_tls.caFile, parent))
    , m_certificate(
          new FileField(FileField::What::File, tr("Client certificate"), m_tls.certificateFile, parent))
    , m_key(new FileField(FileField::What::File, tr("Its key"), m_tls.keyFile, parent))
    , m_passphrase(new QLineEdit(parent))
    , m_pin(new QLineEdit(m_tls.pin, parent))
{
    m_ca->line().setObjectName(QStringLiteral("caFile"));
    m_ca->line().setPlaceholderText(tr("the system's alone"));
    m_ca->line().setToolTip(tr("PEM or DER: issuers to trust besides the system's"));
    m_certificate->line().setObjectName(QStringLiteral("certificateFile"));
    m_certificate->line().setToolTip(tr("PEM, with its chain behind it, or PKCS#12 with its key"));
    m_key->line().setObjectName(QStringLiteral("keyFile"));
    m_key->line().setPlaceholderText(tr("in the certificate's file"));
    m_passphrase->setObjectName(QStringLiteral("passphrase"));
    m_passphrase->setEchoMode(QLineEdit::Password);
    m_passphrase->setPlaceholderText(
        m_tls.passphraseRef.isEmpty() ? tr("none") : tr("stored; type to replace it"));
    m_pin->setObjectName(QStringLiteral("pin"));
    m_pin->setFont(theme::monospace());
    m_pin->setPlaceholderText(tr("none: what its issuer vouches for"));
    m_pin->setToolTip(tr("SHA-256 of the one certificate that is accepted, verified or not, in hex"));
    form.addRow(tr("&CA file"), m_ca);
    form.addRow(tr("C&lient certificate"), m_certificate);
    form.addRow(tr("Its &key"), m_key);
    form.addRow(tr("Pass&phrase of the key"), m_passphrase);
    form.addRow(tr("P&in (SHA-256)"), m_pin);
    for (FileField* field : { m_ca, m_certificate, m_key })
        connect(field, &FileField::edited, this, &TlsFields::edited);
    for (QLineEdit* line : { m_passphrase, m_pin })
        connect(line, &QLineEdit::textChanged, this, &TlsFields::edited);
}

void TlsFields::setVisible(bool visible)
{
    for (QWidget* field : std::initializer_list<QWidget*> { m_ca, m_certificate, m_key, m_passphrase, m_pin })
        m_form.setRowVisible(field, visible);
}

TlsAccess TlsFields::tls() const
{
    TlsAccess tls = m_tls;
    tls.caFile = m_ca->path();
    tls.certificateFile = m_certificate->path();
    tls.keyFile = m_key->path();
    tls.pin = m_pin->text().trimmed();
    return tls;
}

bool TlsFields::isAboutAnotherKey() const
{
    const auto keyOf
        = [](const TlsAccess& tls) { return tls.keyFile.isEmpty() ? tls.certificateFile : tls.keyFile; };
    return keyOf(tls()) != keyOf(m_tls);
}

std::optional<QString> TlsFields::newPassphrase() const
{
    if (!m_passphrase->text().isEmpty())
        return m_passphrase->text();
    if (!m_tls.passphraseRef.isEmpty() && isAboutAnotherKey())
        return QString();
    return std::nullopt;
}

QString TlsFields::complaint() const
{
    for (const FileField* field : { m_ca, m_certificate, m_key }) {
        if (const QString complaint = field->complaint(); !complaint.isEmpty())
            return complaint;
    }
    if (!m_key->path().isEmpty() && m_certificate->path().isEmpty())
        return tr("A key is shown with its certificate: name its file, too.");
    const QString pin = m_pin->text().trimmed();
    if (pin.isEmpty())
        return {};
    const auto read = tls::readPin(pin.toStdString());
    return read ? QString() : tr("Pin: %1.").arg(QString::fromStdString(read.error().toString()));
}

} // namespace endpoints
