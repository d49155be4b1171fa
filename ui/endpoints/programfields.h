// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a form for a program that is started: its folder, its environment. Owned by the form.
#pragma once

#include "protocol/workspace/workspace.h"

#include <QObject>

class QFormLayout;
class QPlainTextEdit;
class QWidget;

namespace endpoints {

class FileField;

class ProgramFields final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProgramFields)

public:
    /// Adds them to `form`, the layout of `parent`.
    ProgramFields(const workspace::Access& access, QFormLayout& form, QWidget* parent);

    void setVisible(bool visible);
    QString directory() const;
    std::vector<workspace::Variable> environment() const;
    /// Why it can't be saved; empty if it can.
    QString complaint() const;
    /// What the user should know; may be empty.
    QString warning() const;

Q_SIGNALS:
    void edited();

private:
    QFormLayout& m_form;
    std::vector<workspace::Variable> m_before; ///< kept as it stands until a line of it is edited
    FileField* m_directory;
    QPlainTextEdit* m_environment;
};

} // namespace endpoints
