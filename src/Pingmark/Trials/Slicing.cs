namespace Pingmark.Trials;

/// <summary>Says which slices a block has: passes in two halves, with the continuous windows between them. Within a
/// budget the time goes where it narrows intervals most: cells that scatter have more turns in a pass, and there are
/// fewer passes. Passes are drawn as they are asked for, each pair by the slices that have been measured.</summary>
/// <param name="passes">How many passes there are of one turn for each cell.</param>
/// <param name="mayShorten">Whether the time is what counts, and not the number of slices.</param>
internal sealed class Slicing(IReadOnlyList<CellTrial> sliced, int passes, bool mayShorten, Random random)
{
    private int _given;

    // Passes come in pairs, a pass and its mirror image.
    private readonly int _half = Even(Even(passes) / 2);

    public IEnumerable<SlicePass> FirstHalf() => Passes(_half);

    /// <summary>Draws the second half, with as many passes as <paramref name="time"/> has room for, where they may be
    /// shortened.</summary>
    public IEnumerable<SlicePass> SecondHalf(BlockTime time)
    {
        var left = Even(passes) - _half;
        return Passes(mayShorten ? time.Fitting(left, sliced.Count) : left);
    }

    /// <summary>Draws pairs of passes that take as long as so many with one turn for each cell: one pair at least, and
    /// another as long as half of it fits.</summary>
    private IEnumerable<SlicePass> Passes(int single)
    {
        var left = single * sliced.Count;
        while (left > 0)
        {
            var turns = OfEach();
            foreach (var order in SliceOrder.Balanced(turns, 2, random))
                yield return new(_given++, order);
            left -= 2 * turns.Sum();
            if (left < turns.Sum())
                yield break;
        }
    }

    private IReadOnlyList<int> OfEach() =>
        mayShorten
            ? SliceAllocation.Allocate([.. sliced.Select(trial => trial.SliceRatesPerS())])
            : SliceAllocation.OneEach(sliced.Count);

    private static int Even(int passes) => (passes + 1) / 2 * 2;
}

/// <summary>One pass over the cells of a block.</summary>
/// <param name="Number">The pass's number in its block, from 0.</param>
/// <param name="Turns">The numbers of the cells, each at least once.</param>
internal sealed record SlicePass(int Number, IReadOnlyList<int> Turns);
