using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Runs the checks of what cells of different scenarios show together; comparisons are between stacks in one
/// scenario.</summary>
internal static class PairChecks
{
    public static IReadOnlyList<Finding> Judge(IReadOnlyList<CellSummary> cells)
    {
        var measured = cells.Where(cell => cell.Status == CellStatus.Ok).ToList();
        return [.. CheckList.OfPairs.SelectMany(check => check.Judge(measured))];
    }

    /// <summary>The cells of one stack and client that differ in one thing alone.</summary>
    /// <param name="without">Gives a scenario with one value in place of all those that it may have, so that cells
    /// which differ only in it are alike.</param>
    public static IEnumerable<IReadOnlyList<CellSummary>> DifferingIn(
        IEnumerable<CellSummary> cells,
        Func<Scenario, Scenario> without
    ) =>
        cells
            .GroupBy(cell => (cell.Label, cell.Client, without(cell.Scenario)))
            .Select(group => (IReadOnlyList<CellSummary>)[.. group]);
}
