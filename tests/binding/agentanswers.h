// SPDX-License-Identifier: Apache-2.0
// What an A2A agent says, as JSON.
#pragma once

#include "tests/binding/scriptedagent.h"

using Answer = ScriptedAgent::Answer;

inline const QByteArray kUri = "https://a2agora.org/acmp/v0.1";

inline QByteArray part(const QByteArray& data)
{
    return R"({"data":)" + data + R"(,"mediaType":"application/acmp+json"})";
}

inline QByteArray message(const QByteArray& data, const QByteArray& id = "m1")
{
    return R"({"messageId":")" + id + R"(","contextId":"c","role":"ROLE_AGENT","parts":[)" + part(data)
        + "]}";
}

inline QByteArray chunk(int seq, bool final = false)
{
    return R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"task_1","seq":)"
        + QByteArray::number(seq) + R"(,"chunk":{"type":"text","data":"c)" + QByteArray::number(seq)
        + R"("},"final":)" + (final ? "true" : "false") + "}}";
}

inline const QByteArray kResult
    = R"({"acmp_result":{"task_id":"task_1","output_streamed":true,"tokens_used":4,"cost_cu":0.0030}})";
inline const QByteArray kCancelled
    = R"({"acmp_error":{"code":-33004,"message":"cancelled","data":{"task_id":"task_1"}}})";

inline QByteArray status(const QByteArray& state, const QByteArray& data = {}, const QByteArray& id = "m1")
{
    return R"({"statusUpdate":{"taskId":"a2a-1","contextId":"c","status":{"state":"TASK_STATE_)" + state
        + "\"" + (data.isEmpty() ? QByteArray() : QByteArray(R"(,"message":)" + message(data, id))) + "}}}";
}

inline QByteArray artifact(const QByteArray& data, bool append = false)
{
    return R"({"artifactUpdate":{"taskId":"a2a-1","contextId":"c","artifact":{"artifactId":"a","parts":[)"
        + part(data) + "]}" + (append ? R"(,"append":true)" : "") + "}}";
}

inline QByteArray bareTask(const QByteArray& state, const QList<QByteArray>& inArtifact = {})
{
    QByteArray parts;
    for (const QByteArray& data : inArtifact)
        parts += (parts.isEmpty() ? "" : ",") + part(data);
    return R"({"id":"a2a-1","contextId":"c","status":{"state":"TASK_STATE_)" + state + "\"}"
        + (parts.isEmpty() ? QByteArray()
                           : QByteArray(R"(,"artifacts":[{"artifactId":"a","parts":[)" + parts + "]}]"))
        + '}';
}

inline QByteArray task(const QByteArray& state, const QList<QByteArray>& inArtifact = {})
{
    return R"({"task":)" + bareTask(state, inArtifact) + '}';
}

inline Answer stream(const QList<QByteArray>& events)
{
    return { .events = events, .isStream = true };
}

inline Answer one(const QByteArray& event)
{
    return { .events = { event } };
}
