// SPDX-License-Identifier: Apache-2.0
// Seeded random documents, whole and broken: nlohmann_json and our scanner agree on what is JSON and on what
// it says.
#include "protocol/json/document.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <random>

namespace {

class Maker {
public:
    explicit Maker(unsigned seed)
        : m_random(seed)
    {
    }

    std::string text()
    {
        std::string out;
        value(out, 0);
        return out;
    }

    unsigned pick(unsigned below) { return static_cast<unsigned>(m_random() % below); }

    // Changes, drops, doubles or inserts a byte.
    void damage(std::string& text)
    {
        const std::size_t at = pick(static_cast<unsigned>(text.size()));
        constexpr std::string_view kBytes = "\"\\{}[]:,0159.eE+-utfn \n\x01\x7F\x80\xC3\xED\xF4\xFF/";
        const char byte = kBytes[pick(static_cast<unsigned>(kBytes.size()))];
        switch (pick(4)) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            text.erase(at, 1 + pick(3));
            break;
        case 2:
            text.insert(at, 1, byte);
            break;
        default:
            text.insert(at, text, at, 1 + pick(8));
            break;
        }
    }

private:
    void space(std::string& out)
    {
        if (pick(8) == 0) {
            out += std::array { " ", "\n", "\r\n", "\t  " }[pick(4)];
        }
    }

    void value(std::string& out, int depth)
    {
        space(out);
        switch (pick(depth < 5 ? 9 : 6)) {
        case 0:
            out += std::array { "true", "false", "null" }[pick(3)];
            break;
        case 1:
        case 2:
        case 3:
            number(out);
            break;
        case 4:
        case 5:
            string(out);
            break;
        case 6:
            list(out, depth, '[', ']');
            break;
        default:
            list(out, depth, '{', '}');
            break;
        }
        space(out);
    }

    void list(std::string& out, int depth, char open, char close)
    {
        out += open;
        for (unsigned i = pick(6); i > 0; --i) {
            if (open == '{') {
                space(out);
                string(out);
                space(out);
                out += ':';
            }
            value(out, depth + 1);
            out += i > 1 ? "," : "";
        }
        space(out);
        out += close;
    }

    void digits(std::string& out, unsigned most)
    {
        for (unsigned i = 1 + pick(most); i > 0; --i) {
            out += static_cast<char>('0' + pick(10));
        }
    }

    void number(std::string& out)
    {
        out += pick(3) == 0 ? "-" : "";
        if (pick(4) == 0) {
            out += '0';
        } else {
            out += static_cast<char>('1' + pick(9));
            digits(out, pick(8) == 0 ? 40 : 5);
        }
        if (pick(3) == 0) {
            out += '.';
            digits(out, pick(8) == 0 ? 40 : 5);
        }
        if (pick(4) == 0) {
            out += std::array { "e", "E", "e+", "e-" }[pick(4)];
            digits(out, 2);
        }
    }

    void string(std::string& out)
    {
        static constexpr std::array kPieces { "a", "b", "key", "\\n", "\\\"", "\\\\", "\\/", "\\u0041",
            "\\u00e9", "é", "€", "😀", "\\ud83d\\ude00", "\\u0000", "\\b\\f\\r\\t",
            "a long run of plain characters" };
        out += '"';
        for (unsigned i = pick(4); i > 0; --i) {
            out += kPieces[pick(kPieces.size())];
        }
        out += '"';
    }

    std::mt19937 m_random;
};

// "" if both say the same, else where they differ.
std::string difference(const json::View& ours, const nlohmann::json& theirs)
{
    const auto unless
        = [&](bool same) { return same ? std::string() : "at " + ours.pointer() + ": " + theirs.dump(); };
    switch (theirs.type()) {
    case nlohmann::json::value_t::object: {
        std::size_t distinct = 0;
        for (const json::Member member : ours.members()) {
            distinct += (member.key.flags() & json::kDuplicateKey) == 0 ? 1U : 0U;
        }
        for (const auto& [name, value] : theirs.items()) {
            if (const std::string inner = difference(ours[name], value); !inner.empty()) {
                return inner;
            }
        }
        return unless(ours.isObject() && distinct == theirs.size());
    }
    case nlohmann::json::value_t::array: {
        std::size_t index = 0;
        for (const json::View element : ours.elements()) {
            if (index == theirs.size()) {
                return unless(false);
            }
            if (const std::string inner = difference(element, theirs[index++]); !inner.empty()) {
                return inner;
            }
        }
        return unless(ours.isArray() && index == theirs.size());
    }
    case nlohmann::json::value_t::string:
        return unless(ours.isString() && ours.text() == theirs.get<std::string>()
            && ours.equals(theirs.get<std::string>()));
    case nlohmann::json::value_t::boolean:
        return unless(ours.boolean() == theirs.get<bool>());
    case nlohmann::json::value_t::null:
        return unless(ours.isNull());
    case nlohmann::json::value_t::number_integer:
        return unless(ours.toInt64() == theirs.get<std::int64_t>());
    default:
        return unless(ours.toDouble() == theirs.get<double>());
    }
}

} // namespace

class TestDifferential final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheSameFromWholeDocuments();
    void refusesTheSameBrokenDocuments();
};

void TestDifferential::readsTheSameFromWholeDocuments()
{
    Maker maker(20'260'728);
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = maker.text();
        const auto document = json::Document::parse(QByteArray::fromStdString(text));
        QVERIFY2(document, text.c_str());
        const std::string found = difference(document->root(), nlohmann::json::parse(text));
        QVERIFY2(found.empty(), (found + " in " + text).c_str());
    }
}

void TestDifferential::refusesTheSameBrokenDocuments()
{
    Maker maker(42);
    int accepted = 0;
    constexpr int kTexts = 20'000;
    for (int i = 0; i < kTexts; ++i) {
        std::string text = maker.text();
        for (unsigned times = 1 + maker.pick(2); times > 0 && !text.empty(); --times) {
            maker.damage(text);
        }
        const bool theirs = nlohmann::json::accept(text);
        const auto document = json::Document::parse(QByteArray::fromStdString(text));
        // It refuses what we flag.
        const bool flagged
            = document && (document->flags() & (json::kOutOfRange | json::kLoneSurrogate)) != 0;
        QVERIFY2(document.has_value() == theirs || (flagged && !theirs), text.c_str());
        accepted += theirs ? 1 : 0;
    }
    // Neither all nor none, or the damage would prove nothing.
    QVERIFY(accepted > kTexts / 10 && accepted < kTexts * 9 / 10);
}

QTEST_APPLESS_MAIN(TestDifferential)
#include "tst_differential.moc"
