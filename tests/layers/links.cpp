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
            { u"identity"_s, { u"json"_s } },
            { u"transport"_s, { u"wire"_s } },
            { u"dissect"_s, { u"acmp"_s, u"wire"_s } },
            { u"session"_s, { u"dissect"_s } },
            { u"capture"_s, { u"dissect"_s } },
            { u"lint"_s, { u"session"_s, u"identity"_s } },
            { u"binding"_s, { u"transport"_s, u"acmp"_s } },
            { u"discovery"_s, { u"transport"_s, u"acmp"_s, u"identity"_s } },
            { u"buyer"_s, { u"binding"_s, u"discovery"_s, u"lint"_s } },
            { u"engine"_s, { u"acmp"_s, u"identity"_s } },
            { u"hosts"_s, { u"engine"_s, u"binding"_s, u"discovery"_s } },
            { u"tap"_s, { u"transport"_s, u"capture"_s, u"lint"_s } },
            { u"guard"_s, {} },
        };
        QStringList protocol = t.keys();
        protocol.removeOne(u"guard"_s);
        t.insert(u"acmpctl"_s, protocol);
        t.insert(u"ui"_s, protocol);
        t.insert(u"workbench"_s, { u"ui"_s });
        return t;
    }();
    return table;
}

} // namespace

QString layerOf(const QString& path)
{
    const QStringList parts = path.split(u'/');
    if (parts.first() == u"ui")
        return parts.first();
    const bool inALayer = parts.size() > 2 && (parts.first() == u"protocol" || parts.first() == u"app");
    return inALayer ? parts.at(1) : QString();
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
