// SPDX-License-Identifier: GPL-3.0-or-later
// The path of a file or folder, typed or chosen.
#pragma once

#include <QWidget>

class QLineEdit;

namespace endpoints {

class FileField final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileField)

public:
    enum class What { File, Folder };
    /// `name`: for screen readers, and over the dialog.
    FileField(What what, const QString& name, const QString& path, QWidget* parent = nullptr);

    QString path() const;
    QLineEdit& line() { return *m_line; }
    /// Empty: there is none, or it begins at the root. Else what is wrong with it.
    QString complaint() const;

Q_SIGNALS:
    void edited();

private:
    void choose();

    What m_what;
    QString m_name;
    QLineEdit* m_line;
};

} // namespace endpoints
