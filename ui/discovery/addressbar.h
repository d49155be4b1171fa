// SPDX-License-Identifier: GPL-3.0-or-later
// Where to look: a domain, a URL, a file, or a registry and words. Offers what was looked at before, and the
// mocks of this program.
#pragma once

#include <QWidget>

class QComboBox;
class QPushButton;
class QSettings;

namespace discover {

class AddressBar final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AddressBar)

public:
    static constexpr qsizetype kMostRemembered = 50;

    /// `settings` must outlive it: the history is kept there.
    explicit AddressBar(QSettings& settings, QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);
    void focusText();
    /// To be followed by words to search a registry for.
    void askWords(const QString& registry);
    /// Manifests of this program's own mocks: their addresses.
    void setLocals(const QStringList& addresses);
    const QStringList& locals() const { return m_locals; }
    /// The newest first.
    QStringList history() const;
    /// As Enter does.
    void submit();
    void setReading(bool isReading);

Q_SIGNALS:
    void submitted(const QString& address);
    void stopAsked();

private:
    void remember(const QString& address);
    void fill();

    QSettings& m_settings;
    QComboBox* m_box;
    QPushButton* m_go;
    QPushButton* m_stop;
    QStringList m_locals;
};

} // namespace discover
