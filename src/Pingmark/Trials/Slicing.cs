using System.Diagnostics;

namespace Pingmark.Trials;

/// <summary>Says which slices a block has: passes in pairs, the second the mirror image of the first. Within a budget
/// the time goes where it narrows intervals most: cells that scatter have more turns in a pass, and there are fewer
/// passes. Passes are drawn as they are asked for, each pair by the slices that have been measured.</summary>
/// <param name="passes">How many passes there are of one turn for each cell.</param>
/// <param name="time">The time that the block has; null where the number of slices is what counts.</param>
internal sealed class Slicing(IReadOnlyList<CellTrial> cells, int passes, BlockTime? time, Random random)
{
    private readonly int _all = Even(passes) * cells.Count;
    private readonly int _least =
        Math.Max(Even(passes) / 2, Math.Min(BlockSettings.FewestSlices, passes)) * cells.Count;
    private int _given;
    private int _taken;
    private bool _isOver;

    public IReadOnlyList<CellTrial> Cells => cells;

    /// <summary>Whether there is a pair of passes more until this share of the slices has been measured. The last pair
    /// is left out of which not half is wanted, and in the second half, but for the least passes, what does not end in
    /// time.</summary>
    /// <param name="share">From 0 to 1, the end of the block.</param>
    public bool HasMoreBefore(double share) => Next(share) is not null;

    /// <summary>Draws passes until this share of the slices has been measured.</summary>
    public IEnumerable<SlicePass> PassesUntil(double share)
    {
        while (Next(share) is { } turns)
        {
            var (slices, began) = (2 * turns.Sum(), Stopwatch.GetTimestamp());
            foreach (var order in SliceOrder.Balanced(turns, 2, random))
                yield return new(_given++, order);
            _taken += slices;
            time?.RecordSlices(slices, Stopwatch.GetElapsedTime(began));
        }
    }

    /// <summary>The turns of each cell in either pass of the next pair; null where there is none. Once time is up it
    /// stays so.</summary>
    private IReadOnlyList<int>? Next(double share)
    {
        if (_isOver || _taken >= share * _all)
            return null;
        var turns = OfEach();
        var pass = turns.Sum();
        if (_taken > 0 && _all - _taken < pass)
            return null;
        _isOver = _taken > 0 && _taken >= _least && time?.HasRoomFor(2 * pass) == false;
        return _isOver ? null : turns;
    }

    private IReadOnlyList<int> OfEach() =>
        time is null
            ? SliceAllocation.OneEach(cells.Count)
            : SliceAllocation.Allocate(
                [.. cells.Select(trial => trial.SliceRatesPerS())],
                [.. cells.Select(trial => trial.IsDecided)]
            );

    private static int Even(int passes) => (passes + 1) / 2 * 2;
}

/// <summary>One pass over the cells of a block.</summary>
/// <param name="Number">The pass's number in its block, from 0.</param>
/// <param name="Turns">The numbers of the cells, each at least once.</param>
internal sealed record SlicePass(int Number, IReadOnlyList<int> Turns);
