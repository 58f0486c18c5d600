using System.Diagnostics;
using System.Globalization;
using Pingmark.Model;

namespace Pingmark.EndToEndTests;

/// <summary>What delays messages at times that the tests know is named in the tail of a run, for its messages and for
/// hardly any others.</summary>
[Trait("Machine", "alone")]
public sealed class TailTests : CommandLineUser
{
    private const string Client = "cpp/tcp-epoll",
        Events = "KNOWN_ANSWERS_EVENTS";

    private static readonly TimeSpan Tenth = TimeSpan.FromMilliseconds(100);

    public TailTests()
    {
        MoreWorkers = KnownServer.Workers;
        Variables["PINGMARK_LONGEST_WARM_UP_MS"] = "400";
    }

    [SkippableTheory]
    [InlineData("dotnet")]
    [InlineData("java")]
    public async Task Collections_by_force(string language)
    {
        var tail = await MeasureAsync($"{language}/known-collects", "connections: 8");
        tail.Names(KnownTail.Written(Folder["events"]), "server", EventKind.Collection);
    }

    /// <summary>On one connection: the messages of the others are no slower.</summary>
    [SkippableFact]
    public async Task Sleeps_of_a_server()
    {
        var tail = await MeasureAsync("cpp/known-sleeps", "connections: 4");
        Skip.If(
            tail.Summary.NotObserved.Any(what => what.StartsWith("sleeps of the server", StringComparison.Ordinal)),
            "the kernel does not tell where threads stand"
        );
        tail.Names(KnownTail.Written(Folder["events"]), "server", EventKind.SleptElsewhere);
    }

    /// <summary>By a process of no side that has the server's core for a tenth of a second, again and again.</summary>
    [SkippableFact]
    public async Task A_core_that_a_neighbour_takes()
    {
        Skip.If(Environment.ProcessorCount < 2, "it takes a core for each side");
        var server = (Environment.ProcessorCount - 1).ToString(CultureInfo.InvariantCulture);
        using var over = new CancellationTokenSource();
        var burning = BurnAsync(server, over.Token);
        var pinned = $"pin: {{server: {{cpus: \"{server}\"}}, client: {{cpus: \"0\"}}}}";
        var tail = await MeasureAsync(Client, $"connections: 1\n{pinned}");
        await over.CancelAsync();
        tail.Names(await burning, "server", EventKind.RunQueue);
    }

    /// <summary>Nothing else on the way takes a fifth of a second, TCP's shortest timeout.</summary>
    [SkippableFact]
    public async Task Segments_that_a_network_loses()
    {
        const long timeoutNs = 200_000_000;
        var tail = await MeasureAsync(
            Client,
            "connections: 8\nnetwork: {delay: 1ms, loss: 0.04%, engine: tun}\naddress: 127.0.0.1"
        );
        tail.Names(
            one => one.RoundTripNs >= timeoutNs,
            one => one.RoundTripNs < timeoutNs / 2,
            "pair",
            EventKind.RetransmissionTimeout,
            EventKind.FastRetransmission
        );
    }

    private async Task<KnownTail> MeasureAsync(string stack, string scenario)
    {
        await WorkersHere.NeedStackAsync(Client);
        var language = stack.Split('/')[0];
        await WorkersHere.NeedAsync($"{language}/sockets");
        (await RunAsync("build", $"{language}/known-answers")).Exits(0);
        Directory.CreateDirectory(Folder["events"]);
        Variables[Events] = Folder["events"];
        var pressure = new CpuPressure();
        var run = await this.RunSuiteAsync([stack], $"client: {Client}\nduration: 4s\n{scenario}");
        Skip.If(run.Output.Contains("not permitted", StringComparison.Ordinal), run.Output);
        return KnownTail.Of(Folder["run"], pressure);
    }

    /// <summary>Has a process burn a core for a tenth of a second, a few times a second.</summary>
    /// <returns>When it did so.</returns>
    private static async Task<IReadOnlyList<DelayedSpan>> BurnAsync(string core, CancellationToken over)
    {
        var burned = new List<DelayedSpan>();
        while (!over.IsCancellationRequested)
        {
            var fromNs = Host.Clock.NowNs;
            using (
                var burner = Process.Start(
                    new ProcessStartInfo("taskset", ["-c", core, "sh", "-c", "while :; do :; done"])
                )!
            )
            {
                await Task.Delay(Tenth, CancellationToken.None);
                burner.Kill();
                await burner.WaitForExitAsync(CancellationToken.None);
            }
            burned.Add(new(fromNs, Host.Clock.NowNs));
            await Task.Delay(4 * Tenth, CancellationToken.None);
        }
        return burned;
    }
}
