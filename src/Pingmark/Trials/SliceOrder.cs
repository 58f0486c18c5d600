namespace Pingmark.Trials;

/// <summary>
/// The order of slices in a block: passes over all cells in a random order, each followed by its mirror image (A B, B
/// A, …), so that a drift of the machine, linear over a pair of passes, hits all cells alike. The seed makes a run
/// repeatable.
/// </summary>
public static class SliceOrder
{
    /// <returns>Passes; each is a permutation of the cell numbers 0 … cells-1. Rounded up to an even number.</returns>
    public static IEnumerable<IReadOnlyList<int>> Balanced(int cells, int slicesPerCell, Random random)
    {
        for (var pass = 0; cells > 0 && pass < slicesPerCell; pass += 2)
        {
            var order = Enumerable.Range(0, cells).ToArray();
            random.Shuffle(order);
            yield return order;
            yield return order.Reverse().ToArray();
        }
    }
}
