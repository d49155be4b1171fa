// SPDX-License-Identifier: Apache-2.0
// stdioholder GUARD GRACE_MS MARK COMMAND…: holds a program until it is killed itself. Says on stdout what
// the program says.
#include "protocol/transport/fd/childchannel.h"
#include "protocol/wire/systemclock.h"
#include "tests/fd/marked.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc < 5)
        return 2;
    const QCoreApplication app(argc, argv);
    wire::SystemClock clock;
    wire::NullSink sink;
    fd::ChildOptions options;
    options.guard = argv[1];
    options.closeGrace = options.killGrace = std::chrono::milliseconds(std::atoi(argv[2]));
    options.environment = { { kMarkVariable, argv[3] } };
    options.program = argv[4];
    options.arguments = { argv + 5, argv + argc };
    fd::ChildChannel channel(clock, sink, options);
    QObject::connect(&channel, &transport::Channel::received, &channel, [](const transport::Payload& line) {
        std::printf("%s\n", std::string(line.view()).c_str());
        std::fflush(stdout);
    });
    channel.open();
    return QCoreApplication::exec();
}
