using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Short names of cells: the label, and the scenario's name where the suite gives all of them one, such as
/// <c>dotnet/enet PingPongReliable</c>; else those sizes that differ between the summary's cells, such as
/// <c>java/tcp-nio c16</c>; the id where that does not distinguish two cells.</summary>
internal sealed class CellNames
{
    private readonly Dictionary<string, string> names;
    private readonly Dictionary<string, int> cellsOf;
    private readonly int measured;

    public CellNames(Summary summary)
    {
        var differing = ScenarioKeys
            .All.Where(key => key.IsSize && summary.Cells.Select(c => key.Text(c.Scenario)).Distinct().Count() > 1)
            .ToList();
        string Short(CellSummary cell) =>
            string.Join(' ', [cell.Label, .. differing.Select(key => key.Id(cell.Scenario)).OfType<string>()]);
        string Named(CellSummary cell) => $"{cell.Label} {cell.Scenario.Name}";
        string WithClient(CellSummary cell) => $"{Short(cell)} (client {cell.Client})";
        Func<CellSummary, string>[] ways = summary.Cells.All(cell => cell.Scenario.Name.Length > 0)
            ? [Named, Short, WithClient]
            : [Short, WithClient];
        var counted = ways.Select(way => (Of: way, Cells: summary.Cells.CountBy(way).ToDictionary())).ToList();
        names = summary
            .Cells.DistinctBy(cell => cell.Id)
            .ToDictionary(
                cell => cell.Id,
                cell =>
                    counted
                        .Where(way => way.Cells[way.Of(cell)] == 1)
                        .Select(way => way.Of(cell))
                        .FirstOrDefault(cell.Id)
            );
        cellsOf = summary.Cells.CountBy(c => c.Label).ToDictionary();
        measured = summary.Cells.Count(c => c.Rounds > 0);
    }

    /// <summary>The short name of the cell with this id; the id itself for a cell that the summary lacks.</summary>
    public string Find(string id) => names.GetValueOrDefault(id, id);

    /// <summary>Names several cells: <c>cpp/tcp-epoll c1, java/tcp-nio c1</c>, or <c>every java/tcp-nio</c>, or <c>all
    /// cells</c>, or <c>all measured cells</c>.</summary>
    public string List(IReadOnlyList<CellSummary> cells) => string.Join(", ", Texts(cells));

    /// <summary>Names the first ones of many: <c>cpp/tcp-epoll c1, java/tcp-nio c1, java/tcp-nio c16 … and 211
    /// more</c>.</summary>
    public string FewOf(IReadOnlyList<CellSummary> cells)
    {
        var texts = Texts(cells);
        return texts.Count <= Few + 1
            ? string.Join(", ", texts)
            : $"{string.Join(", ", texts.Take(Few))} … and {NumberText.Count(texts.Count - Few)} more";
    }

    private const int Few = 3;

    private List<string> Texts(IReadOnlyList<CellSummary> cells) =>
        cells.Count > 1 && cells.Count == names.Count ? ["all cells"]
        : cells.Count > 1 && cells.Count == measured && cells.All(c => c.Rounds > 0) ? ["all measured cells"]
        :
        [
            .. cells
                .GroupBy(c => c.Label)
                .SelectMany(of =>
                    of.Count() > 1 && of.Count() == cellsOf[of.Key] ? [$"every {of.Key}"] : of.Select(c => Find(c.Id))
                ),
        ];
}
