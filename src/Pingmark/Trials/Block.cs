using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Cells that are measured together, their baseline first.</summary>
/// <param name="Sliced">Whether the cells alternate in slices; false where only whole trials are measured.</param>
public sealed record Block(int Round, int Number, IReadOnlyList<Cell> Cells, bool Sliced = true)
{
    /// <summary>The seed of the arrivals at a rate, and of what an impaired network does; all cells of a round have the
    /// same.</summary>
    public int ArrivalsSeed { get; init; } = 1;

    /// <summary>The earlier trials of the block's cells, which tell how much these scatter.</summary>
    public IReadOnlyList<TrialRecord> Earlier { get; init; } = [];

    /// <summary>The ids of cells whose comparison has had a verdict before.</summary>
    public IReadOnlySet<string> Decided { get; init; } = new HashSet<string>();

    public Cell Baseline => Cells[0];
}

/// <summary>Tells that a block is about to be measured.</summary>
/// <param name="Number">The block's number in its round, from 1.</param>
/// <param name="LeftNs">The wall time in ns that the run should still take.</param>
public sealed record BlockBegin(Block Block, int Rounds, int Number, int Blocks, long LeftNs)
{
    /// <summary>Where the run is: <c>round 1/5, block 2/4</c>.</summary>
    public string Place => $"round {Block.Round}/{Rounds}, block {Number}/{Blocks}";
}

/// <summary>How long each part of a block takes; durations are in ns.</summary>
public sealed record BlockSettings
{
    /// <summary>The counted time of a cell, slices and continuous window together.</summary>
    public required long DurationNs { get; init; }
    public required long SliceNs { get; init; }

    /// <summary>How long cells warm up; null where the end of the warm-up is detected.</summary>
    public long? WarmUpNs { get; init; }
    public required int Rounds { get; init; }

    /// <summary>Whether a budget limits the run. A scenario's number of messages is a limit then, and
    /// <see cref="DurationNs"/> is another; only laps are counted to the last.</summary>
    public bool IsBudgeted { get; init; }

    /// <summary>How long load runs before it counts: after a pause caches, sockets and clocks need some ms to come
    /// back.</summary>
    public long SliceSettleNs => Math.Max(ShortestSliceSettleNs, SliceNs / 10);

    private const long ShortestSliceSettleNs = 3_000_000;

    private const long ShortestContinuousNs = 200_000_000,
        ShortestContinuousInBudgetNs = 100_000_000;

    /// <summary>How many messages tell a p99: ten are beyond it then.</summary>
    private const double MessagesForTails = 1_000;

    /// <summary>The shortest slice, which is as long as the load before it: in less time there is hardly more than the
    /// machine's hiccups.</summary>
    private const long ShortestNs = 20_000_000;
    private const long ContinuousInAllNs = 1_000_000_000;

    /// <summary>The fewest slices of a cell: of fewer nobody can tell how they scatter.</summary>
    public const int FewestSlices = 4;

    /// <summary>The length of the continuous window. Tails need 200 ms at a time and 1 s over the rounds, and within a
    /// budget 100 ms; a fifth of the counted time is taken where that is more.</summary>
    public long ContinuousNs =>
        Math.Max(
            IsBudgeted
                ? ShortestContinuousInBudgetNs
                : Math.Max(ShortestContinuousNs, ContinuousInAllNs / Math.Max(1, Rounds)),
            DurationNs / 5
        );

    /// <summary>Makes the settings of so many slices a cell.</summary>
    public BlockSettings WithSlices(int slices)
    {
        var shortest = this with { DurationNs = 0 };
        return this with { DurationNs = shortest.ContinuousNs + slices * SliceNs };
    }

    /// <summary>The length of a cell's continuous window: where few messages come in it, it is up to 200 ms
    /// long.</summary>
    public long ContinuousNsAt(double ratePerS) =>
        Math.Max(ContinuousNs, (long)Math.Min(ShortestContinuousNs, MessagesForTails / ratePerS * 1e9));

    /// <summary>The least counted time that a cell takes.</summary>
    public long LeastCountedNs => ContinuousNs + FewestSlices * SliceNs;

    public long SettleNs => 20_000_000;

    /// <summary>In how many parts the continuous window of a sliced cell comes that counts by time: each at a moment of
    /// its own, so that no moment rules the tail. A budget pays for two, for each takes twice the time that it
    /// counts.</summary>
    public int Parts => IsBudgeted ? 2 : 4;

    /// <summary>How long load runs before a part of a continuous window counts.</summary>
    public const long PartSettleNs = 4_000_000;

    // Measured on 2 cores: a request and its reply, and the last answers.
    private const long TurnNs = 3_000_000;

    /// <summary>The wall time of a part of a continuous window, with what both sides and the machine are asked before
    /// and after it.</summary>
    public long PartWallNs(int parts) => ContinuousNs / parts + PartSettleNs + 2 * TurnNs;

    /// <summary>Whether a scenario's continuous window may come in parts beside slices; a number of messages is counted
    /// in one piece.</summary>
    public bool MayPartWindow(Scenario scenario) => Messages(scenario, ratePerS: 1) is null;

    /// <summary>The wall time of a cell's counted time, and of all that goes with it: load that settles, turns, and
    /// rehearsals.</summary>
    public long WallNs
    {
        get
        {
            var slices = Math.Max(FewestSlices, (DurationNs - ContinuousNs) / SliceNs) + Rehearsals;
            return Parts * PartWallNs(Parts) + slices * (SliceNs + SliceSettleNs + TurnNs);
        }
    }

    /// <summary>How many rehearsals there are; more where a stack does not come back at once.</summary>
    private const int Rehearsals = 1;

    /// <summary>How long the warm-up may take: what has not settled by then is measured, and its trial says
    /// so.</summary>
    public WarmUpLimits WarmUpLimits =>
        IsBudgeted ? WarmUpLimits.InBudget(WarmUpNs, DurationNs) : WarmUpLimits.For(WarmUpNs, measuredNs: null);

    /// <summary>The share of a slice within which several client workers must begin: if they begin further apart they
    /// make less load at both of its ends.</summary>
    private const double Together = 0.02;

    /// <summary>Whether a cell may be sliced: a slice must be long enough for its rate, and the scenario's messages
    /// must fill the fewest slices. On an impaired network resends follow timers, which slices would cut.</summary>
    /// <param name="togetherNs">How closely several client workers can begin, in ns; 0 where there is one.</param>
    public bool MaySlice(Scenario scenario, double ratePerS, long togetherNs = 0) =>
        scenario.Network is null
        && togetherNs <= Together * SliceNs
        && SliceNs / 1e9 >= TrialRunner.SliceWorthInFlight * scenario.TotalInFlight / ratePerS
        && FillsSlices(scenario, ratePerS);

    /// <summary>Makes the settings whose <see cref="WallNs"/> is not more than this, but which have the fewest slices
    /// at least.</summary>
    /// <param name="longestNs">The most counted time.</param>
    public BlockSettings Within(double wallNs, long longestNs)
    {
        var shortest = this with { DurationNs = 0 };
        shortest = shortest with { DurationNs = shortest.LeastCountedNs };
        var moreNs = Math.Max(0, wallNs - shortest.WallNs) / (SliceNs + SliceSettleNs + TurnNs) * SliceNs;
        // Where slices are many, a fifth of the counted time is the continuous window, which takes less than slices do.
        return this with { DurationNs = (long)Math.Min(longestNs, shortest.DurationNs + moreNs) };
    }

    /// <summary>Makes the settings with which several cells' <see cref="WallNsOf"/> is not more than this: what cells
    /// leave that have had all of their messages is the others'.</summary>
    /// <param name="longestNs">The most counted time of each cell.</param>
    public BlockSettings Within(double wallNs, IReadOnlyCollection<long> longestNs)
    {
        var (leftNs, cells) = (wallNs, longestNs.Count);
        foreach (var longest in longestNs.Order())
        {
            var each = Within(leftNs / cells, longest);
            if (each.DurationNs < longest)
                return each;
            leftNs -= each.WallNs;
            cells--;
        }
        return this with { DurationNs = longestNs.Max() };
    }

    /// <summary>Adds up the wall time of these cells, each of which ends with its counted time at the latest.</summary>
    /// <param name="longestNs">The most counted time of each cell.</param>
    public long WallNsOf(IEnumerable<long> longestNs) =>
        longestNs.Sum(longest => (this with { DurationNs = Math.Min(DurationNs, longest) }).WallNs);

    /// <summary>How many slices a cell has, by time, or so that the scenario's messages are counted whatever the
    /// rate.</summary>
    public int SlicesPerCell(Scenario scenario, double ratePerS)
    {
        var countedNs = Messages(scenario, ratePerS) is { } all
            ? (all - ContinuousMessages(scenario, all)) / ratePerS * 1e9
            : CountedNs(scenario, ratePerS) - ContinuousNs;
        return Math.Max(FewestSlices, (int)Math.Ceiling(countedNs / SliceNs));
    }

    /// <summary>Whether the scenario's messages fill the fewest slices; false where they are over before these
    /// are.</summary>
    public bool FillsSlices(Scenario scenario, double ratePerS) =>
        Messages(scenario, ratePerS) is not { } all
        || (all - ContinuousMessages(scenario, all)) / ratePerS * 1e9 >= FewestSlices * SliceNs;

    /// <summary>How many messages are counted, in whole laps; null where a cell counts by time, which it does where a
    /// budget makes the number a limit.</summary>
    public long? Messages(Scenario scenario, double ratePerS)
    {
        if (scenario.Messages is not { } all || IsBudgeted && scenario.LapMessages is null)
            return null;
        return IsBudgeted ? Math.Min(all, WholeLaps(scenario, (long)(ratePerS * DurationNs / 1e9))) : all;
    }

    /// <summary>The counted time of a cell that is measured in one window by time: tails need their time there,
    /// too.</summary>
    public long WholeNs(Scenario scenario, double ratePerS) =>
        scenario.Messages is null ? Math.Max(DurationNs, ContinuousNsAt(ratePerS)) : CountedNs(scenario, ratePerS);

    /// <summary>The counted time of a cell that counts by time, slices and continuous window together.</summary>
    public long CountedNs(Scenario scenario, double ratePerS) =>
        scenario.Messages is { } all
            ? Math.Min(DurationNs, Math.Max(ShortestNs, (long)(all / ratePerS * 1e9)))
            : DurationNs;

    /// <summary>How many messages the continuous window has: a fifth of them, in whole laps.</summary>
    public long ContinuousMessages(Scenario scenario, long all) => WholeLaps(scenario, all / 5);

    private static long WholeLaps(Scenario scenario, long messages)
    {
        var lap = scenario.LapMessages ?? 1;
        return Math.Max(1, messages / lap) * lap;
    }
}
