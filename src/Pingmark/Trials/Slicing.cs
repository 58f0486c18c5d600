namespace Pingmark.Trials;

/// <summary>
/// Which slices a block has: passes in two halves, with the unbroken stretches between them. Within a budget the time
/// goes where it narrows intervals most: cells that scatter have more turns in a pass, and there are fewer passes.
/// </summary>
/// <param name="passes">Of one turn for each cell.</param>
/// <param name="mayShorten">The time is what counts, not the number of slices.</param>
internal sealed class Slicing(IReadOnlyList<CellTrial> sliced, int passes, bool mayShorten, Random random)
{
    private int _given;

    // Passes come in pairs, a pass and its mirror image.
    private readonly int _half = Even(Even(passes) / 2);

    public IReadOnlyList<Pass> FirstHalf()
    {
        var turns = OfEach();
        return Passes(turns, AsLong(_half, turns));
    }

    /// <summary>As many as <paramref name="time"/> has room for, where they may be shortened.</summary>
    public IReadOnlyList<Pass> SecondHalf(BlockTime time)
    {
        var turns = OfEach();
        var left = AsLong(Even(passes) - _half, turns);
        return Passes(turns, mayShorten ? time.Fitting(left, turns.Sum()) : left);
    }

    private IReadOnlyList<int> OfEach() =>
        mayShorten ? Turns.Of([.. sliced.Select(trial => trial.SliceRatesPerS())]) : Turns.OneEach(sliced.Count);

    /// <summary>Passes that take as long as so many with one turn for each cell.</summary>
    private static int AsLong(int single, IReadOnlyList<int> turns) =>
        single == 0 || turns.Count == 0 ? 0 : Math.Max(2, Even(single * turns.Count / turns.Sum()));

    private static int Even(int passes) => (passes + 1) / 2 * 2;

    private List<Pass> Passes(IReadOnlyList<int> turns, int count) =>
        [.. SliceOrder.Balanced(turns, count, random).Select(order => new Pass(_given++, order))];
}

/// <param name="Number">In its block, from 0.</param>
/// <param name="Turns">Numbers of cells, each at least once.</param>
internal sealed record Pass(int Number, IReadOnlyList<int> Turns);
