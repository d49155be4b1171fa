// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/endpoints/discoveries.h"

#include "ui/endpoints/inventorymodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using endpoints::InventoryModel;
using namespace Qt::StringLiterals;

class TestInventoryModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsByList();
    void givesTheItemOfARow();
    void isEmptyWithout();
};

void TestInventoryModel::groupsByList()
{
    InventoryModel model;
    const QAbstractItemModelTester tester(&model);
    model.setInventory(inventory());
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int list, int row, int column) {
        const QModelIndex parent = model.index(list, 0);
        return (row < 0 ? model.index(list, column) : model.index(row, column, parent)).data().toString();
    };
    QCOMPARE(text(0, -1, InventoryModel::Name), u"2 tools and more"_s);
    QCOMPARE(text(0, 0, InventoryModel::Name), u"echo"_s);
    QCOMPARE(text(0, 0, InventoryModel::Description), u"says it again"_s);
    QVERIFY(text(0, 1, InventoryModel::Description).contains(u"not to be used"_s));
    QCOMPARE(text(1, -1, InventoryModel::Name), u"1 resource"_s);
    QCOMPARE(text(1, 0, InventoryModel::Name), u"file:///a"_s);
    QCOMPARE(text(1, 0, InventoryModel::Description), u"<b>bold</b>"_s);
    QCOMPARE(text(2, -1, InventoryModel::Name), u"0 prompts (failed)"_s);
    QVERIFY(text(2, -1, InventoryModel::Description).contains(u"prompts/list was refused"_s));
}

void TestInventoryModel::givesTheItemOfARow()
{
    InventoryModel model;
    model.setInventory(inventory());
    const QModelIndex tools = model.index(0, 0);
    QVERIFY(!model.item(tools));
    QCOMPARE(model.item(model.index(1, InventoryModel::Description, tools))->name, "odd");
}

void TestInventoryModel::isEmptyWithout()
{
    InventoryModel model;
    const QAbstractItemModelTester tester(&model);
    model.setInventory(inventory());
    model.setInventory(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.item({}));
}

QTEST_MAIN(TestInventoryModel)
#include "tst_inventorymodel.moc"
