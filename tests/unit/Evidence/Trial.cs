using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Tests.Evidence;

/// <summary>Evidence made up for a test: an honest trial at 10,000 messages a second, of which the test changes what it
/// is about.</summary>
internal static class Trial
{
    public const long SecondNs = 1_000_000_000;

    public static Cell Cell(string stack = "x/tcp-a", Scenario? scenario = null) =>
        new()
        {
            Id = $"{stack} c{(scenario ?? new()).Connections}",
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario ?? new(),
        };

    /// <summary>A closed loop of a second or another time: the round trips take as long as the rate says.</summary>
    public static CountedWindow Window(
        double perS = 10_000,
        double seconds = 1,
        long inFlight = 1,
        double? rttNs = null
    )
    {
        var (received, rtt) = ((long)Math.Round(perS * seconds), (long)Math.Round(rttNs ?? inFlight * 1e9 / perS));
        var histogram = new Histogram();
        if (received > 0)
            histogram.Record(rtt, received);
        return new()
        {
            DurationNs = (long)(seconds * SecondNs),
            Sent = received,
            Received = received,
            Answered = received,
            RttMaxNs = rtt,
            RttSumNs = received * rtt,
            Histogram = histogram.ToSparse(),
            Server = Used(received),
            Client = Used(received),
            ServerCost = Cost(received, seconds),
            ClientCost = Cost(received, seconds),
            Host = new(BusyNs: 2 * Used(received).CpuNs, SoftirqNs: 0, StealNs: 0),
        };
    }

    /// <summary>A fifth of a core at 10,000 messages a second.</summary>
    public static Usage Used(long messages, long cpuNsPerMessage = 20_000) =>
        new()
        {
            Messages = messages,
            CpuUserNs = messages * cpuNsPerMessage,
            VoluntarySwitches = 2 * messages,
            AllocatedBytes = 64 * messages,
        };

    public static SideCost Cost(long messages, double seconds = 1, long cpuNsPerMessage = 20_000) =>
        new(messages * cpuNsPerMessage, messages, (long)(seconds * SecondNs));

    public static TrialRecord Of(
        CountedWindow? unbroken = null,
        CountedWindow? slices = null,
        int round = 1,
        string? cell = null,
        int? block = null
    ) =>
        new()
        {
            Round = round,
            Block = block ?? round,
            Cell = cell ?? Cell().Id,
            Status = CellStatus.Ok,
            Unbroken = unbroken ?? Window(),
            Slices = slices,
            SliceRatesPerS = slices is null
                ? []
                : [slices.ThroughputPerS, slices.ThroughputPerS, slices.ThroughputPerS, slices.ThroughputPerS],
            WarmUp = new(SecondNs, 10_000, WarmUpVerdict.Settled),
            Transmission = Transmission.Reliable,
            ServerCpus = "0",
            ClientCpus = "1",
        };

    public static CellEvidence Evidence(params IEnumerable<TrialRecord> records) => OfCell(Cell(), records);

    public static CellEvidence Evidence(Scenario scenario, params IEnumerable<TrialRecord> records) =>
        OfCell(Cell(scenario: scenario), records);

    public static CellEvidence OfCell(Cell cell, params IEnumerable<TrialRecord> records) =>
        new(cell, TrialChecks.Judge(cell, records.ToList()));

    public static RunEvidence OfRun(IReadOnlyList<Cell> cells, IReadOnlyList<TrialRecord> records) =>
        new(cells, TrialChecks.Judge(cells, records));

    /// <summary>The same in several rounds.</summary>
    public static IEnumerable<TrialRecord> Rounds(int count, Func<int, TrialRecord> trial) =>
        Enumerable.Range(1, count).Select(round => trial(round) with { Round = round });

    public static readonly MachineInfo Machine = new()
    {
        Cpu = "test",
        Cores = 2,
        Kernel = "test",
        Os = "test",
        CongestionControl = "cubic",
    };

    public static RunInfo Run(params Cell[] cells) =>
        new()
        {
            Suite = "test",
            StartedAt = DateTimeOffset.UnixEpoch,
            Seed = 1,
            Machine = Machine,
            Cells = cells,
            Settings = new(),
        };
}
