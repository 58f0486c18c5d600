using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What cells of different scenarios show together: comparisons are between stacks, in one scenario.</summary>
internal static class PairChecks
{
    public static IReadOnlyList<Finding> Judge(IReadOnlyList<CellSummary> cells)
    {
        var measured = cells.Where(cell => cell.Status == CellStatus.Ok).ToList();
        return [.. CheckList.OfPairs.SelectMany(check => check.Judge(measured))];
    }

    /// <summary>The cells of one stack and client that differ in one thing alone.</summary>
    /// <param name="without">The scenario with one value in place of all that it may have.</param>
    public static IEnumerable<IReadOnlyList<CellSummary>> DifferingIn(
        IEnumerable<CellSummary> cells,
        Func<Scenario, Scenario> without
    ) =>
        cells
            .GroupBy(cell => (cell.Label, cell.Client, without(cell.Scenario)))
            .Select(group => (IReadOnlyList<CellSummary>)[.. group]);
}
