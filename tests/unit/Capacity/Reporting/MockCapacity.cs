using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Tests.Reports;

namespace Pingmark.Tests.Capacity.Reporting;

/// <summary>A search with a cell of every outcome; its curves are those of one queue, so that they are known to the
/// last digit.</summary>
internal static class MockCapacity
{
    private static readonly double[] Shares = [0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1.02, 1.1];

    private static readonly Scenario Sixteen = new() { Connections = 16, InFlight = 64 },
        Thousand = new() { Connections = 1000, InFlight = 64 };

    public static CapacitySummary Build() =>
        Summary(
            CapacityKind.Rate,
            [new("p99<1ms", ObjectiveQuantity.Percentile, 1e6) { Percentile = 0.99 }],
            [
                Found("java/tcp-nio", Sixteen, new(162_000, 158_000, 166_400)),
                Found("cpp/tcp-epoll", Sixteen, new(212_300, 205_000, 219_400)),
                Found("dotnet/tcp-async", Sixteen, new(159_500, 147_000, 173_000)),
                Cell("cpp/tcp-spin", Sixteen, CapacityOutcome.BeyondClient, 240_000) with
                {
                    Reason =
                        "beyond 240 k/s, which meets p99<1ms, the client is at its limit "
                        + "(a thread of the "
                        + "client uses all of a core (99 %), and none of the server does (83 %)).",
                    HighestMet = 240_000,
                },
                Found("java/tcp-nio", Thousand, new(121_000, 117_500, 124_000)) with
                {
                    ServerBytesPerConnection = 5_632,
                    ClientBytesPerConnection = 9_100,
                },
                Cell("cpp/tcp-epoll", Thousand, CapacityOutcome.NoLoadMisses, 180_000) with
                {
                    Reason = "the largest load that can be offered, 180 k/s, meets p99<1ms.",
                    HighestMet = 180_000,
                    ServerBytesPerConnection = 1_120,
                },
                Cell("dotnet/tcp-async", Thousand, CapacityOutcome.TooFewGenerations, 90_000) with
                {
                    Reason =
                        "2 generations of fresh processes could be measured, and an interval needs 5 that cross the "
                        + "objective.",
                    Capacity = new(88_000, null, null),
                },
                Cell("java/netty-tcp", Thousand, CapacityOutcome.IdleMisses, 0) with
                {
                    Reason = "already the least load that can be judged, 200 /s, misses p99<1ms (1.4 ms).",
                    LowestMissed = 200,
                },
                Cell(MockSummary.HostileLabel, Thousand, CapacityOutcome.Failed, 0) with
                {
                    Reason = "the server ended with exit code 3",
                },
            ],
            [
                new(
                    Id("cpp/tcp-epoll", Sixteen),
                    Id("java/tcp-nio", Sixteen),
                    new(1.31, 1.25, 1.38),
                    ComparisonVerdict.Faster,
                    6
                ),
                new(
                    Id("dotnet/tcp-async", Sixteen),
                    Id("java/tcp-nio", Sixteen),
                    new(0.985, 0.91, 1.07),
                    ComparisonVerdict.Undecided,
                    6
                ),
            ]
        );

    /// <summary>Players of a game at two objectives.</summary>
    public static CapacitySummary Players()
    {
        var scenario = (new Scenario { Test = "tick", InFlight = 64 }).With(TickLoad.RateHz, 20);
        return Summary(
            CapacityKind.Players,
            [
                new("late(50ms)<=1%", ObjectiveQuantity.Late, 0.01) { LateAfterNs = 50_000_000, AllowsLimit = true },
                new("lost<0.1%", ObjectiveQuantity.Lost, 0.001),
            ],
            [
                Found("cpp/enet", scenario, new(1240, 1180, 1291)) with
                {
                    ServerCores = 2,
                    PerCore = new(620, 590, 645.5),
                    LimitedBy = "late(50ms)<=1%",
                },
            ],
            []
        );
    }

    /// <summary>Connections that send ten messages a second each.</summary>
    public static CapacitySummary Connections() =>
        Summary(
            CapacityKind.Connections,
            Build().Objectives,
            [Found("java/netty-tcp", new() { InFlight = 64 }, new(7_300, 7_020, 7_610))],
            []
        ) with
        {
            RateEachPerS = 10,
        };

    public static CapacityPlan Plan() =>
        new()
        {
            Suite = "capacity",
            StartedAt = Build().StartedAt,
            Seed = 42,
            Machine = Build().Machine,
            Settings = new(CapacityKind.Rate, Build().Objectives, 120_000_000_000),
            Cells = [],
            LeastLoad = 200,
            MostLoad = 10_000_000,
        };

    /// <summary>A window that met the objective, one in which the client was late, and a failure.</summary>
    public static IReadOnlyList<CapacityStep> Steps() =>
        [
            Step(1, 100_000, 212_000, true),
            Step(2, 250_000, null, false) with
            {
                ClientBound = "the client's core was busy",
                IsCutShort = true,
            },
            new()
            {
                Cell = MockSummary.HostileLabel,
                Generation = 1,
                Number = 0,
                Status = CellStatus.Failed,
                Reason = "the server ended with exit code 3",
            },
        ];

    private static CapacityStep Step(int number, double offered, double? value, bool isMet) =>
        new()
        {
            Cell = Id("java/tcp-nio", Sixteen),
            Generation = 1,
            Number = number,
            StartedAtS = 1.5 * number,
            Offered = offered,
            OfferedPerS = offered,
            Objectives = [new("p99<1ms", value, isMet)],
            Window = new CountedWindow
            {
                DurationNs = 500_000_000,
                Sent = (long)(offered / 2),
                Received = (long)(offered / 2),
            },
            ServerCpus = "0",
            ClientCpus = "1",
            Versions = number == 1 ? new Dictionary<string, string> { ["server"] = "Java 21" } : new(),
        };

    private static CapacitySummary Summary(
        CapacityKind kind,
        IReadOnlyList<Objective> objectives,
        IReadOnlyList<CellCapacity> cells,
        IReadOnlyList<CapacityComparison> comparisons
    ) =>
        new()
        {
            Suite = "capacity",
            About = "How much a server carries | with a pipe",
            Command = ["capacity", "java/tcp-nio", "--slo", "p99<1ms"],
            StartedAt = new DateTimeOffset(2026, 1, 2, 13, 4, 5, TimeSpan.FromHours(1)),
            DurationS = 118.5,
            Seed = 42,
            Interrupted = false,
            Machine = MockSummary.Build().Machine,
            Kind = kind,
            Objectives = objectives,
            Cells = cells,
            Comparisons = comparisons,
            Notes =
            [
                new(
                    "siblings",
                    AuditVerdict.Warning,
                    "server and client run on two threads of one core: figures of both suffer"
                ),
            ],
        };

    private static string Id(string stack, Scenario scenario) => $"{stack} c{scenario.Connections} 32B";

    private static CellCapacity Found(string stack, Scenario scenario, Estimate capacity) =>
        Cell(stack, scenario, CapacityOutcome.Found, capacity.Value) with
        {
            Capacity = capacity,
            PerCore = capacity,
            ServerCores = 1,
            HighestMet = 0.95 * capacity.Value,
            LowestMissed = 1.02 * capacity.Value,
            LimitedBy = "p99<1ms",
            Knee = 0.85 * capacity.Value,
            At =
            [
                .. new[] { 0.5, 0.7, 0.9 }.Select(share =>
                    Figures(share * capacity.Value, share) with
                    {
                        OfCapacity = share,
                    }
                ),
            ],
        };

    /// <param name="limit">Where its p99 is 1 ms; 0: it has no curve.</param>
    private static CellCapacity Cell(string stack, Scenario scenario, CapacityOutcome outcome, double limit) =>
        new()
        {
            Id = Id(stack, scenario),
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario,
            Outcome = outcome,
            Generations =
                limit == 0 ? [] : [.. Enumerable.Range(1, 6).Select(n => new GenerationCapacity(n, limit, 9))],
            Windows = limit == 0 ? 1 : 54,
            Curve =
                limit == 0
                    ? []
                    :
                    [
                        .. Shares
                            .Where(share => outcome == CapacityOutcome.Found || share < 1)
                            .Select(share => Point(Figures(share * limit, share), share)),
                    ],
            Versions = limit == 0 ? new Dictionary<string, string>() : new() { ["server"] = "Java 21" },
        };

    private static CurvePoint Point(LoadFigures figures, double share) =>
        new()
        {
            Offered = figures.Offered,
            OfferedPerS = figures.OfferedPerS,
            AchievedPerS = figures.AchievedPerS,
            P50Ns = figures.P50Ns,
            P99Ns = figures.P99Ns,
            P999Ns = share > 1.05 ? null : figures.P999Ns,
            Lost = figures.Lost,
            ServerCpuCores = figures.ServerCpuCores,
            ClientCpuCores = figures.ClientCpuCores,
            OfCapacity = share,
            Windows = 12,
            Met = share < 1 ? 12 : 0,
            ClientBound = share > 1.05 ? 3 : 0,
        };

    private static LoadFigures Figures(double load, double share)
    {
        var p50 = 50_000 / (1.12 - share);
        return new()
        {
            Offered = load,
            OfferedPerS = load,
            AchievedPerS = Math.Min(load, load / share),
            P50Ns = p50,
            P99Ns = 2.4 * p50,
            P999Ns = 5.5 * p50,
            Lost = share > 1 ? share - 1 : 0,
            ServerCpuCores = Math.Min(1, 0.95 * share),
            ClientCpuCores = 0.6 * share,
        };
    }
}
