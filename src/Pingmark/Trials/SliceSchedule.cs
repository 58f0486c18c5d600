using System.Diagnostics;
using MathNet.Numerics.Statistics;

namespace Pingmark.Trials;

/// <summary>Schedules the slices of a block: passes in pairs, the second the mirror image of the first. Each pair is
/// drawn when it is due. Within a budget, cells that scatter have more turns in a pass, and passes are fewer.</summary>
/// <param name="passes">The number of passes with one turn for each cell.</param>
/// <param name="timeLimit">The block's time limit; null where all slices are measured.</param>
internal sealed class SliceSchedule(
    IReadOnlyList<CellTrial> cells,
    int passes,
    BlockTimeLimit? timeLimit,
    Random random
)
{
    private readonly int _plannedSlices = RoundUpToEven(passes) * cells.Count;
    private readonly int _minSlices =
        Math.Max(RoundUpToEven(passes) / 2, Math.Min(BlockSettings.MinSlicesPerCell, passes)) * cells.Count;
    private int _drawnPasses;
    private int _measuredSlices;
    private bool _isOver;

    /// <summary>Whether another pair of passes comes before this share of the slices has been measured. The last pair
    /// is left out if less than half of it is wanted, and beyond the minimum if it does not end in time.</summary>
    /// <param name="share">From 0 to 1, the end of the block.</param>
    public bool HasPassBefore(double share) => TakeNextTurns(share) is not null;

    /// <summary>Draws passes until this share of the slices has been measured.</summary>
    public IEnumerable<SchedulePass> DrawPassesUntil(double share)
    {
        while (TakeNextTurns(share) is { } turns)
        {
            var (slices, began) = (2 * turns.Sum(), Stopwatch.GetTimestamp());
            foreach (var order in SliceOrder.DrawBalanced(turns, 2, random))
                yield return new(_drawnPasses++, order);
            _measuredSlices += slices;
            timeLimit?.AddSlices(slices, Stopwatch.GetElapsedTime(began));
        }
    }

    /// <summary>The turns of each cell in a pass of the next pair; null where there is none. Once time is up it stays
    /// so.</summary>
    private IReadOnlyList<int>? TakeNextTurns(double share)
    {
        if (_isOver || _measuredSlices >= share * _plannedSlices)
            return null;
        var turns = timeLimit is null
            ? SliceAllocation.OneTurnEach(cells.Count)
            : SliceAllocation.Allocate(
                [.. cells.Select(trial => trial.SliceRatesPerS())],
                [.. cells.Select(trial => trial.HasVerdict)]
            );
        var pass = turns.Sum();
        if (_measuredSlices > 0 && _plannedSlices - _measuredSlices < pass)
            return null;
        _isOver =
            _measuredSlices > 0 && _measuredSlices >= _minSlices && timeLimit?.HasTimeForSlices(2 * pass) == false;
        return _isOver ? null : turns;
    }

    private static int RoundUpToEven(int passes) => (passes + 1) / 2 * 2;
}

/// <summary>One pass over the cells of a block.</summary>
/// <param name="Number">The pass's number in its block, from 0.</param>
/// <param name="Turns">The numbers of the cells, each at least once.</param>
internal sealed record SchedulePass(int Number, IReadOnlyList<int> Turns);

/// <summary>
/// Allocates the turns of each cell in a pass. A cell that scatters more needs more slices for an interval as narrow:
/// sizes in proportion to standard deviations use a given time best (J. Neyman, <em>On the two different aspects of the
/// representative method</em>, Journal of the Royal Statistical Society 97, 1934). A baseline is in every comparison,
/// and has the root of their number as many (C. W. Dunnett, <em>A multiple comparison procedure for comparing several
/// treatments with a control</em>, JASA 50, 1955). A cell whose comparison has a verdict has one turn, and the others
/// one more. How fast a cell is never matters.
/// </summary>
internal static class SliceAllocation
{
    private const int MaxTurns = 3;

    /// <summary>A trial with fewer slices does not show how its cell scatters.</summary>
    private const int MinSlicesForDeviation = 4;

    public static IReadOnlyList<int> OneTurnEach(int cells) => Enumerable.Repeat(1, cells).ToList();

    /// <param name="ratesPerS">The rates of the slices of each cell's trials, the baseline first.</param>
    /// <param name="haveVerdict">Whether each cell's comparison has a verdict; the first entry is ignored.</param>
    public static IReadOnlyList<int> Allocate(
        IReadOnlyList<IReadOnlyList<IReadOnlyList<double>>> ratesPerS,
        IReadOnlyList<bool> haveVerdict
    )
    {
        var deviations = ratesPerS.Select(RelativeDeviation).ToList();
        var median = deviations.Median();
        var open = haveVerdict.Skip(1).Count(hasVerdict => !hasVerdict);
        var extra = open < haveVerdict.Count - 1 ? 1 : 0;
        var baselineFactor = Math.Max(1, (int)Math.Round(Math.Sqrt(open)));
        return deviations
            .Select(deviation => median > 0 ? Math.Clamp((int)(deviation / median), 1, MaxTurns) : 1)
            .Select(
                (turns, cell) =>
                    cell == 0 ? Math.Min(MaxTurns, turns * baselineFactor)
                    : haveVerdict[cell] ? 1
                    : Math.Min(MaxTurns, turns + extra)
            )
            .ToList();
    }

    /// <summary>The standard deviation of slices about the mean of their trial, relative to it; 0 where there are too
    /// few.</summary>
    private static double RelativeDeviation(IReadOnlyList<IReadOnlyList<double>> trials)
    {
        var usable = trials.Where(slices => slices.Count >= MinSlicesForDeviation && slices.Sum() > 0).ToList();
        var squares = usable.Sum(slices =>
            slices.Average() is var mean ? slices.Sum(rate => Math.Pow(rate / mean - 1, 2)) : 0
        );
        return usable.Count == 0 ? 0 : Math.Sqrt(squares / usable.Sum(slices => slices.Count - 1));
    }
}

/// <summary>Orders the slices of a block. Each pass over the cells is followed by its mirror image, so that a steady
/// drift of the machine hits all cells alike. The seed makes a run repeatable.</summary>
public static class SliceOrder
{
    /// <summary>Draws passes over the cell numbers from 0; their number is rounded up to an even one.</summary>
    /// <param name="turns">The turns of each cell in a pass, which are spread evenly.</param>
    public static IEnumerable<IReadOnlyList<int>> DrawBalanced(IReadOnlyList<int> turns, int passes, Random random)
    {
        for (var pass = 0; turns.Count > 0 && pass < passes; pass += 2)
        {
            var order = turns
                .SelectMany((count, cell) => DrawPlaces(count, random).Select(place => (cell, place)))
                .OrderBy(turn => turn.place)
                .Select(turn => turn.cell)
                .ToArray();
            yield return order;
            yield return order.Reverse().ToArray();
        }
    }

    /// <summary>Draws places from 0 to 1, at equal distances.</summary>
    private static IEnumerable<double> DrawPlaces(int count, Random random)
    {
        var first = random.NextDouble();
        return Enumerable.Range(0, count).Select(i => (i + first) / count);
    }
}

/// <summary>Limits the time of a block with a budget. Repeated slices and slow stacks take time that no plan knows; it
/// comes off the second half of the slices, not off later rounds.</summary>
/// <param name="plannedNs">The block's time from the moment at which this object is made.</param>
internal sealed class BlockTimeLimit(long plannedNs)
{
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private long _reservedNs;
    private double _slicesNs;
    private int _slices;

    /// <summary>Reserves time for continuous windows that are still to come.</summary>
    public void Reserve(long ns) => _reservedNs = ns;

    public void AddSlices(int slices, TimeSpan took)
    {
        _slices += slices;
        _slicesNs += took.TotalNanoseconds;
    }

    /// <summary>Whether so many more slices end in time at the pace of those before.</summary>
    public bool HasTimeForSlices(int slices) =>
        slices * _slicesNs / Math.Max(1, _slices)
        <= plannedNs - _reservedNs - Stopwatch.GetElapsedTime(_beganAt).TotalNanoseconds;
}
