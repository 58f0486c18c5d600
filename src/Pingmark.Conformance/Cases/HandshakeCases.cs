using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of what a worker says about itself, and of values that every language must compute alike
/// (protocol/vectors).</summary>
internal static class HandshakeCases
{
    /// <summary>The largest step of a clock that is fine enough for round trips, in ns.</summary>
    private const long FineStepNs = 1_000;

    private static async Task HandshakeHelloAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var hello = await worker.HelloAsync();
        Expect.Equal("protocol", Worker.ProtocolVersion, hello.Number("protocol"));
        if (bench.Stack.HasClient)
            Expect.Equal("histogram_layout", Worker.HistogramLayout, hello.Text("histogram_layout"));
        Expect.That(hello.Text("worker").Contains('/'), "a worker's name like cpp/sockets", hello.Text("worker"));
        Expect.That(hello.Text("runtime").Length > 0, "a runtime with its version", "an empty text");
        Expect.That(hello.Texts("stacks").Count > 0, "at least one stack", "none");
        Expect.Equal("the pid", worker.Pid, (int)hello.Number("pid"));
        Expect.That(hello.Numbers("cpus").Length > 0, "the cores that it may use", "none");
        hello.Texts("libraries");
        hello.TextOrNull("gc");
    }

    private static async Task HandshakeDescribeAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var stack in (await worker.HelloAsync()).Texts("stacks"))
        {
            var facts = StackFacts.Read(await worker.AskAsync("describe", new() { ["stack"] = stack }));
            Expect.Equal("stack", stack, facts.Id);
            Expect.That(
                facts.Roles.Count > 0 && facts.Roles.All(role => role is "server" or "client"),
                "server and client as roles",
                string.Join(", ", facts.Roles)
            );
            Expect.Equal("min_message_bytes", 8, facts.MinMessageBytes);
            // A client alone may remember no more of a message than its number.
            var leastBytes = facts.Roles.Contains("server") ? 512 : 8;
            Expect.Within("max_message_bytes", leastBytes, 65_540, facts.MaxMessageBytes);
            Expect.AtLeast("max_connections", 1, facts.MaxConnections);
            if (facts.HasClient)
            {
                Expect.AtLeast("max_in_flight", 1, facts.MaxInFlight);
                Expect.AtLeast("max_in_flight_bytes", facts.MaxMessageBytes, facts.MaxInFlightBytes);
            }
            foreach (var option in StackOption.Read(facts.Said))
            {
                Expect.That(option.Role is "both" or "server" or "client", $"who takes {option.Name}", option.Role);
                if (option.Default.Length > 0)
                    Expect.That(
                        option.Problem(option.Default, option.Name) is null,
                        $"a default of {option.Name} within {option.Values}",
                        option.Default
                    );
            }
        }
    }

    private static async Task HandshakeOneRoleAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var listen = Fields.Request(bench.Stack, new(bench.Stack.Address, 0), Bench.NewToken());
        await server.Worker.RefusesAsync("listen", listen, "error");
        if (bench.Stack.HasClient)
            await server.Worker.RefusesAsync("connect", bench.ConnectFields(server), "error");
        await (await bench.GreetAsync(server)).EchoAsync();
    }

    private static async Task HandshakeUsageAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var usage = await worker.UsageAsync();
        Expect.Equal("messages before there is a role", 0, usage.Messages);
        Expect.AtLeast("ns of CPU time", 1, usage.CpuNs);
        // getrusage(2) knows the memory of the process that the worker was forked from.
        var kib = KernelFile.StatusField($"{worker.Pid}", "VmHWM").AsSpan().TrimEnd(" kB");
        var mostBytes = 1024 * long.Parse(kib, CultureInfo.InvariantCulture);
        Expect.Within("peak_rss_bytes, up to VmHWM of /proc/PID/status", 1, mostBytes, usage.PeakRssBytes);
    }

    private static async Task VectorsHistogramAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.ReadVectors("histogram"))
        {
            var request = CreateRequest("histogram", vector, "seed", "count");
            var sparse = (await worker.OkAsync("vector", request)).Numbers("histogram");
            ExpectHash(request, vector, string.Concat(sparse.Chunk(2).Select(entry => $"{entry[0]}:{entry[^1]},")));
        }
    }

    private static async Task VectorsPayloadAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.ReadVectors("payload"))
        {
            var request = CreateRequest("payload", vector, "payload", "sequence", "message_bytes", "framing");
            ExpectHash(request, vector, (await worker.OkAsync("vector", request)).Text("hex"));
        }
    }

    private static JsonObject CreateRequest(string name, JsonElement vector, params IEnumerable<string> fields) =>
        Fields
            .Create(("name", name))
            .With(fields.Select(field => (field, JsonNode.Parse(vector.GetProperty(field).GetRawText()))));

    private static void ExpectHash(JsonObject request, JsonElement vector, string seen)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(seen)));
        var start = seen.Length <= 80 ? seen : seen[..80] + "…";
        Expect.That(
            hash == vector.GetProperty("sha256").GetString(),
            $"the answer to {request.ToJsonString()} whose SHA-256 is {vector.GetProperty("sha256")}",
            start
        );
    }

    private static async Task VectorsTimersAsync(Bench bench)
    {
        var reply = await (await bench.IdleAsync()).OkAsync("timers", []);
        var names = reply.Texts("timers");
        foreach (var column in new[] { "steps_ns", "ns_per_1000_calls", "monotonic", "went_back" })
            Expect.Equal($"entries of {column}", names.Count, reply.Counts(column).Length);
        var clocks = reply.Numbers("steps_ns").Zip(reply.Numbers("monotonic"), reply.Numbers("went_back"));
        Expect.That(
            clocks.Any(one => one is { First: > 0 and < FineStepNs, Second: 1, Third: 0 }),
            $"a clock that never goes back and makes steps below {FineStepNs} ns",
            string.Join(", ", names)
        );
    }
}
