using System.Globalization;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>What a worker says of itself, and what it refuses before it does anything.</summary>
internal static class HandshakeCases
{
    private const string Unknown = "frobnicate";

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "handshake.hello",
                "hello tells version, runtime, process and cores, in the types that the protocol says",
                Subject.Worker,
                HelloAsync
            ),
            new(
                "handshake.wrong-version",
                "another protocol version is unsupported, and both versions are named",
                Subject.Worker,
                WrongVersionAsync
            ),
            new(
                "handshake.describe",
                "every stack of hello can be described, within limits that the wire allows",
                Subject.Worker,
                DescribeAsync
            ),
            new(
                "handshake.unknown-stack",
                "a stack that it does not have is unsupported",
                Subject.Worker,
                UnknownStackAsync
            ),
            new(
                "handshake.unknown-command",
                "an unknown command is unsupported and named, and the worker goes on",
                Subject.Worker,
                UnknownCommandAsync
            ),
            new(
                "handshake.unknown-option",
                "no request ignores a field that it does not know",
                Subject.Worker,
                UnknownOptionAsync
            ),
            new(
                "handshake.unknown-option-measuring",
                "a run does not ignore a field that it does not know",
                Subject.Client,
                UnknownOptionMeasuringAsync,
                ofKit: true
            ),
            new(
                "handshake.wrong-values",
                "values of a wrong type or out of range are refused: what is malformed is an error, "
                    + "what is beyond a limit unsupported",
                Subject.Worker,
                WrongValuesAsync
            ),
            new(
                "handshake.plain-token",
                "plain together with a token is unsupported, in both roles",
                Subject.Worker,
                PlainTokenAsync
            ),
            new(
                "handshake.measure-before-connect",
                "a run without a connect is refused",
                Subject.Worker,
                MeasureBeforeConnectAsync
            ),
            new(
                "handshake.one-role",
                "a second role is an error, and the first goes on",
                Subject.Server,
                OneRoleAsync,
                ofFraming: true
            ),
            new("handshake.usage", "usage tells every total, before there is a role", Subject.Worker, UsageAsync),
            new(
                "handshake.stop",
                "stop answers with the totals and the process ends with 0",
                Subject.Worker,
                StopAsync
            ),
        ];

    private static async Task HelloAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var hello = await worker.OkAsync("hello", Hello());
        Expect.Equal("protocol", Worker.ProtocolVersion, hello.Number("protocol"));
        Expect.Equal("histogram_layout", Worker.HistogramLayout, hello.Text("histogram_layout"));
        Expect.That(hello.Text("worker").Contains('/'), "a worker's name like cpp/sockets", hello.Text("worker"));
        Expect.That(hello.Text("runtime").Length > 0, "a runtime with its version", "an empty text");
        Expect.That(hello.Texts("stacks").Count > 0, "at least one stack", "none");
        Expect.Equal("the pid", worker.Pid, (int)hello.Number("pid"));
        Expect.That(hello.Numbers("cpus").Length > 0, "the cores that it may use", "none");
        hello.Texts("libraries");
        hello.TextOrNull("gc");
    }

    private static async Task WrongVersionAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var reason = (await worker.AskAsync("hello", new() { ["protocol"] = 77 })).Unsupported();
        Expect.Contains(reason, "77", "a reason");
        Expect.Contains(reason, $"{Worker.ProtocolVersion}", "a reason");
        await worker.OkAsync("hello", Hello());
    }

    private static async Task DescribeAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var stack in (await worker.OkAsync("hello", Hello())).Texts("stacks"))
        {
            var facts = StackFacts.Read(await worker.OkAsync("describe", new() { ["stack"] = stack }));
            Expect.Equal("stack", stack, facts.Id);
            Expect.That(
                facts.Roles.Count > 0 && facts.Roles.All(role => role is "server" or "client"),
                "server and client as roles",
                string.Join(", ", facts.Roles)
            );
            Expect.Equal("min_message_bytes", 8, facts.MinMessageBytes);
            Expect.That(
                facts.MaxMessageBytes is >= 512 and <= 65_540,
                "max_message_bytes from 512 to 65,540",
                $"{facts.MaxMessageBytes}"
            );
            Expect.That(
                facts.MaxConnections >= 1 && facts.MaxInFlight >= 1 && facts.MaxInFlightBytes >= facts.MaxMessageBytes,
                "limits that allow one message on one connection",
                $"{facts.MaxConnections} connections, {facts.MaxInFlight} messages, {facts.MaxInFlightBytes} bytes"
            );
        }
    }

    private static async Task UnknownStackAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var op in new[] { "describe", "listen", "connect" })
        {
            var fields = new JsonObject { ["stack"] = "no/such-stack" };
            if (op != "describe")
                (fields["address"], fields["port"], fields["token"]) = ("127.0.0.1", 9, Bench.NewToken());
            (await worker.AskAsync(op, fields)).Unsupported();
        }
    }

    private static async Task UnknownCommandAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        Expect.Contains((await worker.AskAsync(Unknown)).Unsupported(), Unknown, "a reason");
        await worker.OkAsync("hello", Hello());
    }

    private static async Task UnknownOptionAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var token = Bench.NewToken();
        await RefusesUnknownAsync(worker, "hello", Hello());
        await RefusesUnknownAsync(worker, "describe", new() { ["stack"] = bench.Stack.Id });
        await RefusesUnknownAsync(worker, "usage", []);
        await RefusesUnknownAsync(
            worker,
            "vector",
            new()
            {
                ["name"] = "histogram",
                ["seed"] = 1,
                ["count"] = 1,
            }
        );
        await RefusesUnknownAsync(worker, "listen", ServerUnderTest.Request(bench.Stack, token));
        await RefusesUnknownAsync(worker, "connect", ClientUnderTest.Request(bench.Stack, new("127.0.0.1", 9), token));
        await RefusesUnknownAsync(worker, "stop", []);
        await worker.OkAsync("hello", Hello());
    }

    private static async Task UnknownOptionMeasuringAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        await RefusesUnknownAsync(client.Worker, "run", ClientUnderTest.Window());
        Expect.Equal("messages sent by refused measurements", 0, server.Messages);
    }

    private static async Task RefusesUnknownAsync(WorkerUnderTest worker, string op, JsonObject fields)
    {
        fields[Unknown] = 1;
        Expect.Contains((await worker.AskAsync(op, fields)).Unsupported(), Unknown, $"a reason of {op}");
    }

    private static async Task WrongValuesAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        (string Field, JsonNode Value)[] malformed =
        [
            ("address", "localhost.invalid"),
            ("address", "999.1.1.1"),
            ("address", "127.0.0.1.1"),
            ("address", ""),
            ("token", "c0ffee"),
            ("token", new string('x', 32)),
        ];
        (string Field, JsonNode Value)[] wrong = [("port", "9"), ("address", 9), ("plain", "yes"), ("stack", 1)];
        foreach (var (field, value) in malformed)
        {
            (
                await worker.AskAsync(
                    "listen",
                    With(ServerUnderTest.Request(bench.Stack, Bench.NewToken()), field, value)
                )
            ).Error();
            (
                await worker.AskAsync(
                    "connect",
                    With(ClientUnderTest.Request(bench.Stack, new("127.0.0.1", 9), Bench.NewToken()), field, value)
                )
            ).Error();
        }
        foreach (var port in new[] { 65_536, -1 })
            (
                await worker.AskAsync(
                    "listen",
                    With(ServerUnderTest.Request(bench.Stack, Bench.NewToken()), "port", port)
                )
            ).Unsupported();
        foreach (var (field, value) in wrong)
            (
                await worker.AskAsync(
                    "listen",
                    With(ServerUnderTest.Request(bench.Stack, Bench.NewToken()), field, value)
                )
            ).Refused();
        foreach (
            var (field, value) in new (string, JsonNode)[]
            {
                ("connections", 0),
                ("in_flight", -1),
                ("message_bytes", "32"),
                ("payload", "noise"),
                ("lost_after_ns", -5),
                ("framing", "xml"),
            }
        )
            (
                await worker.AskAsync(
                    "connect",
                    With(ClientUnderTest.Request(bench.Stack, new("127.0.0.1", 9), Bench.NewToken()), field, value)
                )
            ).Refused();
        (
            await worker.AskAsync(
                "vector",
                new()
                {
                    ["name"] = "histogram",
                    ["seed"] = 1,
                    ["count"] = 100_000_001,
                }
            )
        ).Unsupported();
        (await worker.AskAsync("hello")).Refused();
        await worker.OkAsync("hello", Hello());
    }

    private static async Task PlainTokenAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var token = Bench.NewToken();
        Expect.Contains(
            (
                await worker.AskAsync("listen", With(ServerUnderTest.Request(bench.Stack, token), "plain", true))
            ).Unsupported(),
            "plain has no token",
            "a reason"
        );
        Expect.Contains(
            (
                await worker.AskAsync(
                    "connect",
                    With(ClientUnderTest.Request(bench.Stack, new("127.0.0.1", 9), token), "plain", true)
                )
            ).Unsupported(),
            "plain has no token",
            "a reason"
        );
    }

    private static JsonObject With(JsonObject fields, string field, JsonNode value)
    {
        fields[field] = value.DeepClone();
        return fields;
    }

    private static async Task MeasureBeforeConnectAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        (await worker.AskAsync("run", ClientUnderTest.Window())).Refused();
        await worker.OkAsync("hello", Hello());
    }

    private static async Task OneRoleAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        (await server.Worker.AskAsync("listen", ServerUnderTest.Request(bench.Stack, Bench.NewToken()))).Error();
        (
            await server.Worker.AskAsync("connect", ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token))
        ).Error();
        await bench.GreetAsync(server);
    }

    private static async Task UsageAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var usage = await worker.UsageAsync();
        Expect.Equal("messages before there is a role", 0, usage.Messages);
        Expect.That(
            usage.CpuNs > 0 && usage.PeakRssBytes > 0,
            "CPU time and memory of the process",
            $"{usage.CpuNs} ns, {usage.PeakRssBytes} bytes"
        );
        // getrusage(2) knows the memory of the process that the worker was forked from.
        var mostBytes = PeakRssBytes(worker.Pid);
        Expect.That(
            usage.PeakRssBytes <= mostBytes,
            $"at most the {mostBytes} bytes that the process itself has had (VmHWM of /proc/PID/status)",
            $"{usage.PeakRssBytes} bytes"
        );
    }

    private static long PeakRssBytes(int pid)
    {
        var kib = ProcessStatus.Field($"{pid}", "VmHWM").AsSpan().TrimEnd(" kB");
        return 1024 * long.Parse(kib, CultureInfo.InvariantCulture);
    }

    private static async Task StopAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        UsageReply.Read(await worker.OkAsync("stop"));
        Expect.Equal("the exit code after stop", 0, await worker.ExitAsync(Deadlines.End, "the end after stop"));
    }

    private static JsonObject Hello() => new() { ["protocol"] = Worker.ProtocolVersion };
}
