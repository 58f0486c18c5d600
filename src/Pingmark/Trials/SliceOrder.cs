namespace Pingmark.Trials;

/// <summary>Orders the slices of a block: passes over all cells in a random order, each followed by its mirror image (A
/// B, B A, …), so that a drift of the machine, linear over a pair of passes, hits all cells alike. The seed makes a run
/// repeatable.</summary>
public static class SliceOrder
{
    /// <summary>Draws the passes of a block.</summary>
    /// <param name="turns">How many turns each cell has in a pass: one, or several of <see cref="SliceAllocation"/>,
    /// which are evenly spread.</param>
    /// <returns>Passes over the cell numbers from 0; their number is rounded up to an even one.</returns>
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

    /// <summary>Draws places from 0 to 1, at equal distances.</summary>
    private static IEnumerable<double> Places(int count, Random random)
    {
        var first = random.NextDouble();
        return Enumerable.Range(0, count).Select(i => (i + first) / count);
    }
}
