using Pingmark.Model;

namespace Pingmark.Tests.Reports;

/// <summary>One run with a cell of every kind; all reports are tested with it.</summary>
internal static class MockSummary
{
    /// <summary>Tries to be a formula, HTML, markup and a table cell at once, and to colour the terminal.</summary>
    public const string HostileLabel = "=cmd|'/c calc'!A1 <script>alert(1)</script> [red]x[/] \u001b[31m";

    private static readonly Scenario Alone = new() { LapMessages = 1000 };
    private static readonly Scenario Sixteen = new() { Connections = 16, LapMessages = 1000 };

    /// <summary>A cell that has all figures, one that is marked, one that failed, and a comparison.</summary>
    public static Summary Few()
    {
        var all = Build();
        return all with { Cells = [all.Cells[0], all.Cells[1], all.Cells[3]], Comparisons = [all.Comparisons[0]] };
    }

    public static Summary Build() =>
        new()
        {
            Suite = "mock",
            About = "A cell of every kind | with a pipe",
            StartedAt = new DateTimeOffset(2026, 1, 2, 13, 4, 5, TimeSpan.FromHours(1)),
            DurationS = 52.25,
            Seed = 42,
            Baseline = "cpp/tcp-epoll c1 f1 32B",
            Notes =
            [
                new(
                    "siblings",
                    AuditVerdict.Warning,
                    "server and client run on two threads of one core: figures of both suffer"
                ),
                new("budget", AuditVerdict.Note, "5 rounds instead of 10, for the budget was spent"),
            ],
            Machine = new MachineInfo
            {
                Cpu = "Example CPU @ 2.80GHz",
                Cores = 2,
                Kernel = "6.8.0",
                Os = "Debian 13",
                CongestionControl = "bbr",
                PingmarkVersion = "0.1.0",
            },
            Cells = [.. AloneCells(), .. SixteenCells()],
            Comparisons =
            [
                new(
                    "java/tcp-nio c1 f1 32B",
                    "cpp/tcp-epoll c1 f1 32B",
                    "rtt_p50_ns",
                    new(1.24, 1.21, 1.27),
                    ComparisonVerdict.Slower
                ),
                new(
                    "java/tcp-nio c1 f1 32B",
                    "cpp/tcp-epoll c1 f1 32B",
                    "throughput_per_s",
                    new(0.81, 0.79, 0.83),
                    ComparisonVerdict.Slower
                ),
                new(
                    "dotnet/tcp-async c1 f1 32B",
                    "cpp/tcp-epoll c1 f1 32B",
                    "throughput_per_s",
                    new(1.004, 0.931, 1.083),
                    ComparisonVerdict.Undecided,
                    170
                ),
                new(
                    "java/tcp-nio c16 f1 32B",
                    "cpp/tcp-epoll c16 f1 32B",
                    "throughput_per_s",
                    new(0.988, 0.9791, 0.9969),
                    ComparisonVerdict.Same
                ),
            ],
            Published = new Published(
                "Example et al., 2000",
                "Java is slightly ahead.",
                [
                    new("cpp/tcp-epoll", null, 1, 1, "lap_mean_ms", 220.21, 1.85, "") { Setting = Setting.OneMachine },
                    new("java/tcp-nio", null, 1, 1, "lap_mean_ms", 202.0, 7.9, "") { Setting = Setting.OneMachine },
                    new("cpp/tcp-epoll", null, 1, 1, "lap_mean_ms", 1008.97, 34.53, "")
                    {
                        Setting = Setting.TwoMachines,
                    },
                    new("cpp/tcp-epoll", null, 16, null, "throughput_per_s", 185_112, null, ""),
                    new("java/tcp-nio", null, 16, null, "throughput_per_s", 91_222, null, ""),
                ]
            ),
            Claims =
            [
                new(
                    "Java is slightly ahead",
                    "java/tcp-nio to cpp/tcp-epoll",
                    "throughput_per_s",
                    "> 1",
                    1.09,
                    new(0.81, 0.79, 0.83),
                    0.79,
                    0.83,
                    2,
                    ClaimVerdict.Contradicted,
                    false
                )
                {
                    IsRatio = true,
                },
                new(
                    "A round trip takes less than 10 µs",
                    "cpp/tcp-epoll",
                    "rtt_p50_ns",
                    "< 10000",
                    null,
                    new(8_700, 8_600, 8_800),
                    null,
                    null,
                    1,
                    ClaimVerdict.Reproduced,
                    true
                ),
                new(
                    "The other client is as fast",
                    "dotnet/tcp-async",
                    "throughput_per_s",
                    "about 1",
                    null,
                    null,
                    null,
                    null,
                    0,
                    ClaimVerdict.Open,
                    false
                )
                {
                    IsRatio = true,
                },
            ],
        };

    private static IEnumerable<CellSummary> AloneCells()
    {
        yield return Measured(
                "cpp/tcp-epoll",
                Alone,
                8_700,
                audits: [new("steal", AuditVerdict.Ok, "no CPU time was stolen")]
            )
            .With(("lap_mean_ms", new(8.912, 8.8, 9.02))) with
        {
            LapStddevMs = 0.1234,
            Laps = 100,
            Cpu = new(0.71, 0.82, 0.11, 0.01, 0.006, 0.02, 0.324, 2),
            Tail = new(
                300,
                256,
                17,
                4.2,
                [
                    new("collection", "server", 219, 5, 2_100_000, 3_400_000, 1.1, ["gen0"]),
                    new("run_queue", "client", 20, 7, 400_000, 12_000_000, 3.1, ["main"]),
                ],
                ["pauses of the client: it runs with -Xrs"],
                0.0021
            ),
        };
        yield return Measured(
                "java/tcp-nio",
                Alone,
                10_800,
                audits: [new("steal", AuditVerdict.Ok, "no CPU time was stolen"), ClientBound]
            )
            .With(
                ("lap_mean_ms", new(11.04, 10.9, 11.2)),
                ("server_allocated_bytes_per_msg", new(0.25, 0, 1536)),
                ("server_peak_rss_bytes", new(9_437_184, null, null))
            ) with
        {
            LapStddevMs = 0.51,
            Laps = 100,
        };
        yield return Measured("dotnet/tcp-async", Alone, 8_735, audits: [ClientBound])
            .With(("rtt_p99_ns", null), ("rtt_p999_ns", null), ("rtt_max_ns", null)) with
        {
            Withheld =
            [
                new("rtt_p99_ns", "fewer than 10 of 900 values lie beyond it"),
                new("rtt_p999_ns", "fewer than 10 of 900 values lie beyond it"),
            ],
        };
        yield return Without(
            "cpp/broken",
            Alone,
            CellStatus.Failed,
            "connect: the worker ended with exit code 134\nstderr: terminate called | <abort>"
        ) with
        {
            Label = HostileLabel,
        };
    }

    private static IEnumerable<CellSummary> SixteenCells()
    {
        yield return Measured("cpp/tcp-epoll", Sixteen, 61_250, audits: []);
        yield return Measured("java/tcp-nio", Sixteen, 62_000, audits: [ClientBound]) with
        {
            Sent = 2_000_012,
            Lost = 12,
            SilentConnections = 1,
        };
        yield return Measured("dotnet/tcp-async", Sixteen, 1_250_000, audits: [NotStationary]) with
        {
            Status = CellStatus.Invalid,
            Reasons = [NotStationary.Text],
        };
        yield return Without(
            "java/netty",
            Sixteen,
            CellStatus.Unavailable,
            "no JDK was found; install one: apt-get install openjdk-17-jdk-headless"
        );
    }

    private static readonly Note ClientBound = new(
        "client-bound",
        AuditVerdict.Warning,
        "the client's core was busy all the time: the server could do more"
    );
    private static readonly Note NotStationary = new(
        "stationary",
        AuditVerdict.Invalid,
        "the rate fell by 31 % from the first to the last quarter of the trials"
    );

    private static CellSummary Measured(string stack, Scenario scenario, double p50Ns, IReadOnlyList<Note> audits) =>
        Empty(stack, scenario, CellStatus.Ok)
            .With(
                ("throughput_per_s", Around(scenario.Connections * 1e9 / p50Ns, 0.012)),
                ("rtt_p50_ns", Around(p50Ns, 0.008)),
                ("rtt_p90_ns", Around(1.2 * p50Ns, 0.01)),
                ("rtt_p99_ns", Around(2.5 * p50Ns, 0.08)),
                ("rtt_p999_ns", Around(9 * p50Ns, 0.2)),
                ("rtt_max_ns", new(160 * p50Ns, null, null)),
                ("rtt_mean_ns", Around(1.05 * p50Ns, 0.01)),
                ("server_cpu_ns_per_msg", Around(0.45 * p50Ns, 0.02)),
                ("client_cpu_ns_per_msg", Around(0.5 * p50Ns, 0.02)),
                ("server_context_switches_per_msg", new(0.01234, -0.002, 0.02668)),
                ("client_context_switches_per_msg", Around(1.0021, 0.001))
            ) with
        {
            Rounds = 5,
            Messages = 2_000_000,
            MeasuredS = 20.5,
            Audits = audits,
            Sent = 2_000_000,
            Received = 2_000_000,
            EffectiveOptions = new Dictionary<string, string>
            {
                ["server.no_delay"] = "true",
                ["client.no_delay"] = "true",
            },
            Versions = new Dictionary<string, string>
            {
                ["server"] = $"{stack.Split('/')[0]} 17.0.1",
                ["client"] = $"{stack.Split('/')[0]} 17.0.1",
            },
        };

    private static CellSummary Without(string stack, Scenario scenario, CellStatus status, string reason) =>
        Empty(stack, scenario, status) with
        {
            Reasons = [reason],
        };

    private static CellSummary Empty(string stack, Scenario scenario, CellStatus status) =>
        new()
        {
            Id = $"{stack} c{scenario.Connections} f{scenario.InFlight} {scenario.MessageBytes}B",
            Design = scenario.Connections == 1 ? Design.Slices : Design.Trials,
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario,
            Status = status,
        };

    private static Estimate Around(double value, double halfWidth) =>
        new(Math.Round(value, 4), Math.Round(value * (1 - halfWidth), 4), Math.Round(value * (1 + halfWidth), 4));
}
