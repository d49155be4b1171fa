// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/fault.h"

#include "protocol/json/writer.h"
#include "protocol/rpc/codes.h"
#include "protocol/wire/error.h"

namespace a2a {

namespace {

void writeErrorInfo(json::Writer& writer, const ErrorForm& form, const Fault& fault)
{
    writer.beginObject();
    writer.key("@type").string(kErrorInfoType);
    writer.key("reason").string(form.reason);
    writer.key("domain").string(kErrorDomain);
    if (!fault.metadata.empty()) {
        writer.key("metadata").beginObject();
        for (const auto& [name, value] : fault.metadata)
            writer.key(name).string(value);
        writer.endObject();
    }
    writer.endObject();
}

void writeBadRequest(json::Writer& writer, const Fault& fault)
{
    writer.beginObject();
    writer.key("@type").string(kBadRequestType);
    writer.key("fieldViolations").beginArray();
    for (const auto& [field, description] : fault.violations) {
        writer.beginObject();
        writer.key("field").string(field);
        writer.key("description").string(description);
        writer.endObject();
    }
    writer.endArray().endObject();
}

void writeDetails(json::Writer& writer, const Fault& fault)
{
    writer.beginArray();
    if (const ErrorForm* const form = errorOfCode(fault.code); form && !form->reason.empty())
        writeErrorInfo(writer, *form, fault);
    if (!fault.violations.empty())
        writeBadRequest(writer, fault);
    writer.endArray();
}

bool hasDetails(const Fault& fault)
{
    const ErrorForm* const form = errorOfCode(fault.code);
    return (form && !form->reason.empty()) || !fault.violations.empty();
}

} // namespace

Fault wrongField(std::string field, const std::string& expected, std::string_view found)
{
    std::string description = "expected " + expected + ", found ";
    description += found.empty() ? std::string("nothing") : wire::excerpt(found);
    std::string message = field + ": " + description;
    return { rpc::code::kInvalidParams, std::move(message), { { std::move(field), std::move(description) } },
        {} };
}

void writeRpcError(json::Writer& writer, const Fault& fault)
{
    writer.beginObject();
    writer.key("code").integer(fault.code);
    writer.key("message").string(fault.message);
    if (hasDetails(fault)) {
        writer.key("data");
        writeDetails(writer, fault);
    }
    writer.endObject();
}

void writeRestError(json::Writer& writer, const Fault& fault)
{
    const ErrorForm* const form = errorOfCode(fault.code);
    writer.beginObject().key("error").beginObject();
    writer.key("code").integer(httpStatusOf(fault));
    writer.key("status").string(form ? form->status : "UNKNOWN");
    writer.key("message").string(fault.message);
    writer.key("details");
    writeDetails(writer, fault);
    writer.endObject().endObject();
}

void writeRestError(json::Writer& writer, int httpStatus, std::string_view status, std::string_view message)
{
    writer.beginObject().key("error").beginObject();
    writer.key("code").integer(httpStatus);
    writer.key("status").string(status);
    writer.key("message").string(message);
    writer.key("details").beginArray().endArray();
    writer.endObject().endObject();
}

int httpStatusOf(const Fault& fault)
{
    constexpr int kInternal = 500;
    const ErrorForm* const form = errorOfCode(fault.code);
    return form ? form->httpStatus : kInternal;
}

} // namespace a2a
