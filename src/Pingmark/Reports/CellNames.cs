using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Short names of cells: the label and those sizes that differ between the summary's cells, such as
/// <c>java/tcp-nio c16</c>; the id where that does not distinguish two cells.</summary>
internal sealed class CellNames
{
    private const int MostNamed = 3;

    private readonly Dictionary<string, string> names;
    private readonly Dictionary<string, int> cellsOfLabel;
    private readonly int measured;

    public CellNames(Summary summary)
    {
        var differing = ScenarioKeys
            .All.Where(key => key.IsSize && summary.Cells.Select(c => key.Text(c.Scenario)).Distinct().Count() > 1)
            .ToList();
        string Short(CellSummary cell) =>
            string.Join(' ', [cell.Label, .. differing.Select(key => key.Id(cell.Scenario)).OfType<string>()]);
        string Long(CellSummary cell) => $"{Short(cell)} (client {cell.Client})";
        var shortNames = summary.Cells.CountBy(Short).ToDictionary();
        var longNames = summary.Cells.CountBy(Long).ToDictionary();
        names = summary
            .Cells.DistinctBy(c => c.Id)
            .ToDictionary(
                c => c.Id,
                c =>
                    shortNames[Short(c)] == 1 ? Short(c)
                    : longNames[Long(c)] == 1 ? Long(c)
                    : c.Id
            );
        cellsOfLabel = summary.Cells.CountBy(c => c.Label).ToDictionary();
        measured = summary.Cells.Count(c => c.Rounds > 0);
    }

    /// <summary>The label, with the client where it is not the stack's own.</summary>
    public static string WithClient(string label, string stack, string client) =>
        client == stack ? label : $"{label} (client {client})";

    /// <summary>The short name of the cell with this id; the id itself for a cell that the summary lacks.</summary>
    public string Find(string id) => names.GetValueOrDefault(id, id);

    /// <summary>Names several cells: <c>cpp/tcp-epoll c1, java/tcp-nio c1</c>, or <c>every java/tcp-nio</c>, or <c>all
    /// cells</c>, or <c>all measured cells</c>.</summary>
    public string List(IReadOnlyList<CellSummary> cells) => string.Join(", ", Texts(cells));

    /// <summary>Names the first ones of many: <c>cpp/tcp-epoll c1, java/tcp-nio c1, java/tcp-nio c16 … and 211
    /// more</c>.</summary>
    public string ListFew(IReadOnlyList<CellSummary> cells)
    {
        var texts = Texts(cells);
        return texts.Count <= MostNamed + 1
            ? string.Join(", ", texts)
            : $"{string.Join(", ", texts.Take(MostNamed))} … and {NumberText.Count(texts.Count - MostNamed)} more";
    }

    private List<string> Texts(IReadOnlyList<CellSummary> cells) =>
        cells.Count > 1 && cells.Count == names.Count ? ["all cells"]
        : cells.Count > 1 && cells.Count == measured && cells.All(c => c.Rounds > 0) ? ["all measured cells"]
        :
        [
            .. cells
                .GroupBy(c => c.Label)
                .SelectMany(some =>
                    some.Count() > 1 && some.Count() == cellsOfLabel[some.Key]
                        ? [$"every {some.Key}"]
                        : some.Select(c => Find(c.Id))
                ),
        ];
}
