using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>The three commands that measure, each measuring stack <c>a</c> of a fake machine for a second.</summary>
internal static class Users
{
    public static readonly string[] All = ["run", "probe", "nbn"];

    /// <exception cref="PingmarkException">It failed, with the reason that users see.</exception>
    public static async Task<CountedWindow> MeasureAsync(string user, FakeMachine machine) =>
        user switch
        {
            "run" => await RunAsync(machine),
            "probe" => (await ProbeAsync(machine)).Unbroken!,
            _ => (await NbnAsync(machine, new() { DurationS = 1 })).Window!,
        };

    public static Task<TrialRecord> ProbeAsync(
        FakeMachine machine,
        long? durationNs = 1_000_000_000,
        CancellationToken cancel = default,
        Action<ProbeForecast>? tell = null
    ) => ProbeAsync(new(machine, tell), machine, durationNs, cancel);

    public static Task<TrialRecord> ProbeAsync(
        Probe probe,
        FakeMachine machine,
        long? durationNs = 1_000_000_000,
        CancellationToken cancel = default
    )
    {
        machine["a"].Speaks("tcp");
        return probe.MeasureAsync(
            machine.Cells[0],
            new(new(Loopback.Ipv4, machine.Foreign("a")), "tcp", Framing: "none"),
            durationNs,
            NetworkPath.Plain,
            cancel
        );
    }

    public static Task<NbnResult> NbnAsync(
        FakeMachine machine,
        NbnOptions options,
        CancellationToken stop = default,
        IReadOnlyList<int>? clientCores = null,
        Func<string, NetworkPath>? network = null
    ) =>
        new NbnRun(machine, [0, 1], FakeMachine.Silent, TextReader.Null, clientCores, network).CompleteAsync(
            "a",
            options with
            {
                Address = "127.0.0.1",
                Port = 0,
                Clients = 1,
            },
            stop
        );

    private static async Task<CountedWindow> RunAsync(FakeMachine machine)
    {
        var record = Assert.Single(await machine.BlockAsync(sliced: false));
        return record.Unbroken ?? throw new PingmarkException(record.Reason!, ExitCode.CellFailed);
    }
}
