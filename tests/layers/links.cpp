// SPDX-License-Identifier: Apache-2.0
#include "tests/layers/links.h"

#include <QHash>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace layers {

namespace {

const QHash<QString, QStringList>& links()
{
    static const QHash<QString, QStringList> table = [] {
        QHash<QString, QStringList> t {
            { u"wire"_s, {} },
            { u"json"_s, {} },
            { u"rpc"_s, { u"json"_s } },
            { u"acmp"_s, { u"rpc"_s, u"wire"_s } },
            { u"a2a"_s, { u"acmp"_s } },
            { u"identity"_s, { u"json"_s, u"wire"_s } },
            { u"transport"_s, { u"wire"_s } },
            { u"dissect"_s, { u"a2a"_s, u"wire"_s } },
            { u"session"_s, { u"dissect"_s } },
            { u"capture"_s, { u"dissect"_s } },
            { u"lint"_s, { u"session"_s, u"identity"_s } },
            { u"binding"_s, { u"transport"_s, u"a2a"_s } },
            { u"fixtures"_s, { u"binding"_s } },
            { u"discovery"_s, { u"transport"_s, u"acmp"_s, u"identity"_s } },
            { u"buyer"_s, { u"binding"_s, u"discovery"_s, u"lint"_s } },
            { u"engine"_s, { u"acmp"_s, u"identity"_s } },
            { u"hosts"_s, { u"engine"_s, u"binding"_s, u"discovery"_s } },
            { u"tap"_s, { u"transport"_s, u"capture"_s, u"lint"_s } },
            { u"workspace"_s, { u"binding"_s, u"identity"_s } },
            { u"guard"_s, {} },
        };
        QStringList protocol = t.keys();
        protocol.removeOne(u"guard"_s);
        t.insert(u"acmpctl"_s, protocol);
        const QStringList core { u"hosts"_s, u"buyer"_s, u"capture"_s, u"lint"_s };
        t.insert(u"ui_theme"_s, {});
        t.insert(u"ui_widgets"_s, QStringList { u"ui_theme"_s, u"json"_s, u"acmp"_s });
        t.insert(u"ui_workspace"_s, { u"workspace"_s });
        t.insert(u"ui_stack"_s, QStringList(core) << u"ui_workspace"_s);
        t.insert(u"ui_analysis"_s, { u"lint"_s, u"capture"_s });
        t.insert(u"ui_traffic"_s, { u"ui_widgets"_s, u"ui_analysis"_s });
        const QStringList panels { u"ui_widgets"_s, u"ui_stack"_s, u"ui_analysis"_s, u"ui_workspace"_s };
        t.insert(u"ui_endpoints"_s, panels);
        t.insert(u"ui_discovery"_s, panels);
        t.insert(u"ui_mock"_s, panels);
        t.insert(u"ui_invoke"_s, panels);
        t.insert(u"ui_offers"_s, QStringList(panels) << u"ui_invoke"_s);
        t.insert(u"ui_shell"_s,
            { u"ui_discovery"_s, u"ui_endpoints"_s, u"ui_mock"_s, u"ui_offers"_s, u"ui_invoke"_s,
                u"ui_traffic"_s });
        t.insert(u"workbench"_s, { u"ui_shell"_s });
        return t;
    }();
    return table;
}

} // namespace

QString layerOf(const QString& path)
{
    const QStringList parts = path.split(u'/');
    if (parts.size() <= 2)
        return {};
    if (parts.first() == u"ui")
        return u"ui_"_s + parts.at(1);
    return parts.first() == u"protocol" || parts.first() == u"app" ? parts.at(1) : QString();
}

bool isKnown(const QString& layer)
{
    return links().contains(layer);
}

QSet<QString> reachableFrom(const QString& layer)
{
    QSet<QString> reached { layer };
    for (const QString& below : links().value(layer))
        reached.unite(reachableFrom(below));
    return reached;
}

} // namespace layers
