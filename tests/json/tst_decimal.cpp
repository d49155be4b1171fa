// SPDX-License-Identifier: Apache-2.0
// Amounts: kept as written, compared and added by value (decision D18).
#include "protocol/json/decimal.h"
#include "protocol/json/number.h"

#include <QTest>

#include <cmath>
#include <random>

using json::Decimal;

class TestDecimal final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesJsonNumbersOnly();
    void comparesByValue_data();
    void comparesByValue();
    void comparesSmallNumbersAsIntegersDo();
    void comparesHugeExponentsAtOnce();
    void addsAndMultiplies_data();
    void addsAndMultiplies();
    void refusesResultsOfTooManyDigits();
    void readsDoublesOfAnyLength_data();
    void readsDoublesOfAnyLength();
    void readsIntegersHoweverWritten_data();
    void readsIntegersHoweverWritten();
};

namespace {

Decimal decimal(const QByteArray& text)
{
    return Decimal::parse(text.toStdString()).value();
}

} // namespace

void TestDecimal::takesJsonNumbersOnly()
{
    for (const char* good : { "0", "-0", "1.10", "1E+5", "123456789012345678901234567890.5e-7" }) {
        const auto parsed = Decimal::parse(good);
        QVERIFY2(parsed && parsed->text() == good, good);
    }
    for (const char* bad :
        { "", "-", "+1", "01", ".5", "1.", "1e", "1e+", "1 ", " 1", "0x1", "1.0.0", "NaN", "--1" }) {
        QVERIFY2(!Decimal::parse(bad), bad);
    }
    QCOMPARE(Decimal().text(), std::string("0"));
    QVERIFY(decimal("-0.01").isNegative());
    QVERIFY(!decimal("-0.0e5").isNegative());
}

void TestDecimal::comparesByValue_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<int>("order");

    const auto row = [](const QByteArray& a, const QByteArray& b, int order) {
        QTest::addRow("%s and %s", a.left(20).constData(), b.left(20).constData()) << a << b << order;
    };
    row("1.0", "1.00", 0);
    row("1", "1e0", 0);
    row("100", "1e2", 0);
    row("0.1", "1e-1", 0);
    row("0", "-0.00e9", 0);
    row("-0", "0", 0);
    row("0e99999999999999999999999", "0", 0);
    row("1.10", "1.09", 1);
    row("1.1", "1.11", -1);
    row("10", "9", 1);
    row("0.5", "0.25", 1);
    row("-1.1", "-1.11", 1);
    row("-1", "1", -1);
    row("-1", "0", -1);
    row("0", "1e-999999999999999999999999", -1);
    row("0.30000000000000004", "0.3", 1);
    row("18446744073709551616", "18446744073709551615", 1);
    row("1e99999999999999999999", "1e99999999999999999998", 1);
    row("10e99999999999999999999", "1e100000000000000000000", 0);
    row("-1e99999999999999999999", "1", -1);
    row("0.01e-99999999999999999999", "1e-100000000000000000001", 0);
    row("1e1000", QByteArray("1" + QByteArray(1000, '0')), 0);
    row("12e3", "12000.0", 0);
    row("9e2", "1e3", -1);
}

void TestDecimal::comparesByValue()
{
    QFETCH(const QByteArray, a);
    QFETCH(const QByteArray, b);
    QFETCH(const int, order);
    const auto sign = [](std::strong_ordering o) { return o < 0 ? -1 : o > 0 ? 1 : 0; };
    QCOMPARE(sign(decimal(a) <=> decimal(b)), order);
    QCOMPARE(sign(decimal(b) <=> decimal(a)), -order);
    QCOMPARE(decimal(a) == decimal(b), order == 0);
}

void TestDecimal::comparesSmallNumbersAsIntegersDo()
{
    std::mt19937 random(7);
    // n · 10^-p in one of its forms.
    const auto write = [&](int n, int p) {
        QByteArray text = QByteArray::number(std::abs(n));
        if (random() % 2 == 0) {
            text += "e-" + QByteArray::number(p);
        } else if (p > 0) {
            text = text.rightJustified(p + 1, '0');
            text.insert(text.size() - p, '.');
        }
        return n < 0 ? "-" + text : text;
    };
    for (int i = 0; i < 50'000; ++i) {
        const int p = static_cast<int>(random() % 4);
        const int q = static_cast<int>(random() % 4);
        const int n = static_cast<int>(random() % 2001) - 1000;
        const int m = static_cast<int>(random() % 2001) - 1000;
        const auto scale
            = [](int number, int places) { return number * static_cast<int>(std::pow(10, 3 - places)); };
        const Decimal a = decimal(write(n, p));
        const Decimal b = decimal(write(m, q));
        QVERIFY((a <=> b) == (scale(n, p) <=> scale(m, q)));
        QVERIFY(*Decimal::sum(a, b) == decimal(QByteArray::number(scale(n, p) + scale(m, q)) + "e-3"));
        QVERIFY(
            *Decimal::product(a, b) == decimal(QByteArray::number(n * m) + "e-" + QByteArray::number(p + q)));
    }
}

void TestDecimal::comparesHugeExponentsAtOnce()
{
    const QByteArray nines(100'000, '9');
    const Decimal big = decimal("1e" + nines);
    const Decimal small = decimal("1e-" + nines);
    QVERIFY(small < big && big == decimal("10e" + nines.left(nines.size() - 1) + "8"));
    QVERIFY(std::isinf(big.toDouble()) && small.toDouble() == 0);
    QVERIFY(decimal(nines) > decimal(nines.left(99'999)));
}

void TestDecimal::addsAndMultiplies_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<QByteArray>("sum");
    QTest::addColumn<QByteArray>("product");

    const auto row = [](const char* a, const char* b, const char* sum, const char* product) {
        QTest::addRow("%s and %s", a, b)
            << QByteArray(a) << QByteArray(b) << QByteArray(sum) << QByteArray(product);
    };
    row("0.1", "0.2", "0.3", "0.02");
    row("1.10", "2.20", "3.30", "2.4200");
    row("0.10", "3", "3.10", "0.30");
    row("1e3", "1", "1001", "1000");
    row("-1.5", "1.5", "0.0", "-2.25");
    row("-0", "-0", "0", "0");
    row("99.99", "0.01", "100.00", "0.9999");
    row("1e-3", "-1", "-0.999", "-0.001");
    row("5", "-7", "-2", "-35");
    row("18446744073709551615", "1", "18446744073709551616", "18446744073709551615");
    row("0e-99999", "2.5", "2.5", "0.0");
    row("99999999999999999999", "99999999999999999999", "199999999999999999998",
        "9999999999999999999800000000000000000001");
}

void TestDecimal::addsAndMultiplies()
{
    QFETCH(const QByteArray, a);
    QFETCH(const QByteArray, b);
    QFETCH(const QByteArray, sum);
    QFETCH(const QByteArray, product);
    QCOMPARE(Decimal::sum(decimal(a), decimal(b))->text(), sum.toStdString());
    QCOMPARE(Decimal::sum(decimal(b), decimal(a))->text(), sum.toStdString());
    QCOMPARE(Decimal::product(decimal(a), decimal(b))->text(), product.toStdString());
}

void TestDecimal::refusesResultsOfTooManyDigits()
{
    QVERIFY(Decimal::sum(decimal("1e999"), decimal("1")));
    QVERIFY(!Decimal::sum(decimal("1e1000"), decimal("1")));
    QVERIFY(!Decimal::sum(decimal("1e-1000"), decimal("1")));
    QVERIFY(!Decimal::sum(decimal("1e99999999999999999999"), decimal("1e-99999999999999999999")));
    QVERIFY(Decimal::product(decimal("1e500"), decimal("1e499")));
    QVERIFY(!Decimal::product(decimal("1e500"), decimal("1e500")));
    QVERIFY(!Decimal::product(decimal(QByteArray(1'000'000, '9')), decimal(QByteArray(1'000'000, '9'))));
}

void TestDecimal::readsDoublesOfAnyLength_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");

    const double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("shortest") << QByteArray("0.1") << 0.1;
    QTest::newRow("above") << QByteArray("-1e400") << -infinity;
    QTest::newRow("rounds up to infinity") << QByteArray("1.7976931348623159e308") << infinity;
    QTest::newRow("below") << QByteArray("1e-400") << 0.0;
    QTest::newRow("below half the smallest") << QByteArray("2.4703282292062327e-324") << 0.0;
    QTest::newRow("subnormal") << QByteArray("4.9e-324") << 4.9e-324;
    QTest::newRow("100 000 zeros away") << "0." + QByteArray(100'000, '0') + "15e100001" << 1.5;
    QTest::newRow("100 000 zeros taken back") << "15" + QByteArray(100'000, '0') + "e-100001" << 1.5;
    // Halfway between 1 and the next double; a digit far behind decides.
    const QByteArray half = "1.00000000000000011102230246251565404236316680908203125";
    QTest::newRow("halfway") << half << 1.0;
    QTest::newRow("a bit more") << half + QByteArray(5'000, '0') + "1" << 1.0000000000000002;
    QTest::newRow("no more") << half + QByteArray(5'000, '0') << 1.0;
    QTest::newRow("exponent of 10 000 digits") << "1e" + QByteArray(10'000, '9') << infinity;
    QTest::newRow("exponent of 10 000 zeros") << "25e-" + QByteArray(10'000, '0') + "1" << 2.5;
}

void TestDecimal::readsDoublesOfAnyLength()
{
    QFETCH(const QByteArray, text);
    QFETCH(const double, value);
    QVERIFY(decimal(text).toDouble() == value);
}

void TestDecimal::readsIntegersHoweverWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isInteger");
    QTest::addColumn<qint64>("value");

    const auto row = [](const char* text, std::optional<qint64> value) {
        QTest::newRow(text) << QByteArray(text) << value.has_value() << value.value_or(0);
    };
    row("5", 5);
    row("5.0", 5);
    row("5e0", 5);
    row("0.5e1", 5);
    row("500e-2", 5);
    row("-0", 0);
    row("0.000e99999999999999999999", 0);
    row("1e18", 1'000'000'000'000'000'000);
    row("9223372036854775807", std::numeric_limits<qint64>::max());
    row("9223372036854775807.000", std::numeric_limits<qint64>::max());
    row("-9223372036854775808", std::numeric_limits<qint64>::min());
    row("-92233720368547758080e-1", std::numeric_limits<qint64>::min());
    row("9223372036854775808", std::nullopt);
    row("9223372036854775808.0", std::nullopt);
    row("1e19", std::nullopt);
    row("1e99999999999999999999", std::nullopt);
    row("1e-99999999999999999999", std::nullopt);
    row("5.5", std::nullopt);
    row("1e-1", std::nullopt);
}

void TestDecimal::readsIntegersHoweverWritten()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isInteger);
    QFETCH(const qint64, value);
    const std::optional<std::int64_t> read = json::toInt64(text.toStdString());
    QCOMPARE(read.has_value(), isInteger);
    QCOMPARE(qint64 { read.value_or(0) }, value);
}

QTEST_APPLESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
