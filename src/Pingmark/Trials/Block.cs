using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Cells that are measured together, their baseline first.</summary>
/// <param name="IsSliced">Whether the cells alternate in slices; false where only whole windows are measured.</param>
public sealed record Block(int Round, int Number, IReadOnlyList<Cell> Cells, bool IsSliced = true)
{
    /// <summary>The seed of arrivals at a rate and of an impaired network, the same for all cells of a round.</summary>
    public int ArrivalsSeed { get; init; } = 1;

    /// <summary>Earlier trials of these cells, whose slices show how much each cell scatters.</summary>
    public IReadOnlyList<TrialRecord> EarlierTrials { get; init; } = [];

    /// <summary>The ids of cells whose comparison already has a verdict.</summary>
    public IReadOnlySet<string> CellsWithVerdict { get; init; } = new HashSet<string>();

    public Cell Baseline => Cells[0];
}

/// <summary>How long each part of a block takes.</summary>
public sealed record BlockSettings
{
    /// <summary>The counted time of a cell, slices and continuous window together.</summary>
    public required long DurationNs { get; init; }
    public required long SliceNs { get; init; }

    /// <summary>How long cells warm up; null where the end of the warm-up is detected.</summary>
    public long? WarmUpNs { get; init; }
    public required int Rounds { get; init; }

    /// <summary>Whether a budget limits the run. <see cref="DurationNs"/> then limits a scenario's messages; only whole
    /// laps are counted.</summary>
    public bool IsBudgeted { get; init; }

    /// <summary>The load before a window counts.</summary>
    public const long SettleNs = 20_000_000,
        PartSettleNs = 4_000_000;

    /// <summary>The load before a slice counts: after a pause, caches, sockets and clocks need some ms.</summary>
    public long SliceSettleNs => Math.Max(MinSliceSettleNs, SliceNs / 10);

    private const long MinSliceSettleNs = 3_000_000;

    private const long MinContinuousNs = 200_000_000,
        MinContinuousInBudgetNs = 100_000_000,
        ContinuousOverRoundsNs = 1_000_000_000;

    /// <summary>Ten of so many messages are beyond the p99.</summary>
    private const double MinMessagesForP99 = 1_000;

    /// <summary>The shortest counted time: less shows little but the machine's hiccups.</summary>
    private const long MinTimedNs = 20_000_000;

    /// <summary>The fewest slices that are measured of a cell.</summary>
    public const int MinSlicesPerCell = 4;

    /// <summary>A slice must hold so many times the messages in flight; a shorter one measures its own edges.</summary>
    private const double MinSliceToInFlight = 20;

    /// <summary>The share of a slice within which several client workers must begin.</summary>
    private const double MaxStartSkewShare = 0.02;

    private const int PlannedRehearsals = 1;

    /// <summary>A request and its reply, and the last answers, measured on 2 cores.</summary>
    private const long TurnNs = 3_000_000;

    /// <summary>The length of the continuous window: a fifth of the counted time, or what tails need (200 ms at a time
    /// and 1 s over the rounds; 100 ms within a budget).</summary>
    public long ContinuousNs =>
        Math.Max(
            IsBudgeted
                ? MinContinuousInBudgetNs
                : Math.Max(MinContinuousNs, ContinuousOverRoundsNs / Math.Max(1, Rounds)),
            DurationNs / 5
        );

    public BlockSettings WithSlicesPerCell(int slices)
    {
        var shortest = this with { DurationNs = 0 };
        return this with { DurationNs = shortest.ContinuousNs + slices * SliceNs };
    }

    /// <summary>The length of a cell's continuous window, which is up to 200 ms where messages are few.</summary>
    public long ContinuousNsAt(double ratePerS) =>
        Math.Max(ContinuousNs, (long)Math.Min(MinContinuousNs, MinMessagesForP99 / ratePerS * 1e9));

    public long MinCountedNs => ContinuousNs + MinSlicesPerCell * SliceNs;

    /// <summary>The parts of a timed continuous window beside slices, so that no single moment decides the tail. A
    /// budget pays for two, since each part takes twice the time that it counts.</summary>
    public int ContinuousParts => IsBudgeted ? 2 : 4;

    /// <summary>The wall time of a part, with the requests before and after it.</summary>
    public long ContinuousPartWallNs(int parts) => ContinuousNs / parts + PartSettleNs + 2 * TurnNs;

    /// <summary>Whether the continuous window is timed; a number of messages is counted in one piece.</summary>
    public bool CanSplitContinuousWindow(Scenario scenario) => Messages(scenario, ratePerS: 1) is null;

    /// <summary>The wall time of a cell's counted time, with settling, turns and rehearsals.</summary>
    public long WallNs
    {
        get
        {
            var slices = Math.Max(MinSlicesPerCell, (DurationNs - ContinuousNs) / SliceNs) + PlannedRehearsals;
            return ContinuousParts * ContinuousPartWallNs(ContinuousParts) + slices * SliceWallNs;
        }
    }

    private long SliceWallNs => SliceNs + SliceSettleNs + TurnNs;

    public WarmUpLimits WarmUpLimits =>
        IsBudgeted ? WarmUpLimits.InBudget(WarmUpNs, DurationNs) : WarmUpLimits.Create(WarmUpNs, measuredNs: null);

    /// <summary>Whether slices are long enough for a cell's rate, and its messages fill the fewest slices. On an
    /// impaired network slices would cut resends short.</summary>
    /// <param name="startSkewNs">How far apart several client workers may begin; 0 for one worker.</param>
    public bool CanSlice(Scenario scenario, double ratePerS, long startSkewNs = 0) =>
        scenario.Network is null
        && startSkewNs <= MaxStartSkewShare * SliceNs
        && SliceNs / 1e9 >= MinSliceToInFlight * scenario.TotalInFlight / ratePerS
        && HasMessagesForSlices(scenario, ratePerS);

    /// <summary>The settings whose <see cref="WallNs"/> fits a time, with the fewest slices at least.</summary>
    public BlockSettings FitInto(double wallNs, long maxCountedNs)
    {
        var shortest = this with { DurationNs = 0 };
        shortest = shortest with { DurationNs = shortest.MinCountedNs };
        // A long continuous window takes less wall time than the slices that are assumed here.
        var moreNs = Math.Max(0, wallNs - shortest.WallNs) / SliceWallNs * SliceNs;
        return this with { DurationNs = (long)Math.Min(maxCountedNs, shortest.DurationNs + moreNs) };
    }

    /// <summary>The settings with which several cells fit a time; what cells with few messages leave goes to the
    /// others.</summary>
    /// <param name="maxCountedNs">The longest counted time of each cell.</param>
    public BlockSettings FitInto(double wallNs, IReadOnlyCollection<long> maxCountedNs)
    {
        var (leftNs, cells) = (wallNs, maxCountedNs.Count);
        foreach (var maxNs in maxCountedNs.Order())
        {
            var each = FitInto(leftNs / cells, maxNs);
            if (each.DurationNs < maxNs)
                return each;
            leftNs -= each.WallNs;
            cells--;
        }
        return this with { DurationNs = maxCountedNs.Max() };
    }

    /// <summary>The wall time of several cells.</summary>
    /// <param name="maxCountedNs">The longest counted time of each cell.</param>
    public long TotalWallNs(IEnumerable<long> maxCountedNs) =>
        maxCountedNs.Sum(maxNs => (this with { DurationNs = Math.Min(DurationNs, maxNs) }).WallNs);

    /// <summary>The number of a cell's slices, by time or by the scenario's messages.</summary>
    public int SlicesPerCell(Scenario scenario, double ratePerS) =>
        Math.Max(
            MinSlicesPerCell,
            (int)
                Math.Ceiling(
                    (SlicedMessagesNs(scenario, ratePerS) ?? CountedNs(scenario, ratePerS) - ContinuousNs) / SliceNs
                )
        );

    /// <summary>Whether the scenario's messages last for the fewest slices.</summary>
    public bool HasMessagesForSlices(Scenario scenario, double ratePerS) =>
        SlicedMessagesNs(scenario, ratePerS) is not { } ns || ns >= MinSlicesPerCell * SliceNs;

    private double? SlicedMessagesNs(Scenario scenario, double ratePerS) =>
        Messages(scenario, ratePerS) is { } all ? (all - ContinuousMessages(scenario, all)) / ratePerS * 1e9 : null;

    /// <summary>The number of counted messages, in whole laps; null where a cell is timed, as where a budget makes the
    /// number a limit.</summary>
    public long? Messages(Scenario scenario, double ratePerS)
    {
        if (scenario.Messages is not { } all || IsBudgeted && scenario.LapMessages is null)
            return null;
        return IsBudgeted ? Math.Min(all, WholeLaps(scenario, (long)(ratePerS * DurationNs / 1e9))) : all;
    }

    /// <summary>The counted time of a timed cell without slices, which is long enough for tails.</summary>
    public long UnslicedNs(Scenario scenario, double ratePerS) =>
        scenario.Messages is null ? Math.Max(DurationNs, ContinuousNsAt(ratePerS)) : CountedNs(scenario, ratePerS);

    /// <summary>The counted time of a timed cell, slices and continuous window together.</summary>
    public long CountedNs(Scenario scenario, double ratePerS) =>
        scenario.Messages is { } all
            ? Math.Min(DurationNs, Math.Max(MinTimedNs, (long)(all / ratePerS * 1e9)))
            : DurationNs;

    /// <summary>The messages of the continuous window: a fifth of all, in whole laps.</summary>
    public static long ContinuousMessages(Scenario scenario, long all) => WholeLaps(scenario, all / 5);

    private static long WholeLaps(Scenario scenario, long messages)
    {
        var lap = scenario.LapMessages ?? 1;
        return Math.Max(1, messages / lap) * lap;
    }
}
