namespace Pingmark.Trials;

/// <summary>
/// The order of slices in a block: passes over all cells in a random order, each followed by its mirror image (A B, B
/// A, …), so that a drift of the machine, linear over a pair of passes, hits all cells alike. The seed makes a run
/// repeatable.
/// </summary>
public static class SliceOrder
{
    /// <param name="turns">Of each cell in a pass: one, or several of <see cref="SliceAllocation"/>, evenly
    /// spread.</param>
    /// <returns>Passes over the cell numbers from 0. Rounded up to an even number.</returns>
    public static IEnumerable<IReadOnlyList<int>> Balanced(IReadOnlyList<int> turns, int passes, Random random)
    {
        for (var pass = 0; turns.Count > 0 && pass < passes; pass += 2)
        {
            var order = turns
                .SelectMany((count, cell) => Places(count, random).Select(place => (cell, place)))
                .OrderBy(turn => turn.place)
                .Select(turn => turn.cell)
                .ToArray();
            yield return order;
            yield return order.Reverse().ToArray();
        }
    }

    /// <summary>From 0 to 1, at equal distances.</summary>
    private static IEnumerable<double> Places(int count, Random random)
    {
        var first = random.NextDouble();
        return Enumerable.Range(0, count).Select(i => (i + first) / count);
    }
}
