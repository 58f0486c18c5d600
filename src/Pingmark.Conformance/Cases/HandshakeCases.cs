using System.Globalization;
using Pingmark.Host;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of what a worker tells about itself, and what it refuses before it does anything.</summary>
internal static class HandshakeCases
{
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
            Expect.Within("max_message_bytes", 512, 65_540, facts.MaxMessageBytes);
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
        await server.Worker.FailsAsync("listen", bench.ListenFields());
        if (bench.Stack.HasClient)
            await server.Worker.FailsAsync("connect", bench.ConnectFields(server));
        await bench.GreetAsync(server);
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
}
