using System.Globalization;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Html;

/// <summary>Cells that differ in one number of their scenario alone, which show how a figure changes as it
/// grows.</summary>
/// <param name="Dimension">The key that varies, such as <c>connections</c>.</param>
/// <param name="Title">What all of the cells have in common.</param>
/// <param name="Values">The values of the key, ascending.</param>
/// <param name="Series">The compared stacks: for each value the cell's place in the list of all, null where there is
/// none.</param>
internal sealed record ChartSweep(
    string Dimension,
    string Title,
    IReadOnlyList<double> Values,
    IReadOnlyList<ChartSeries> Series
)
{
    private const int FewestValues = 2;

    private static readonly Scenario Default = new();

    public static IReadOnlyList<ChartSweep> FindAll(Summary summary, IReadOnlyDictionary<string, int> places) =>
        [
            .. from key in ScenarioKeys.All
            where key.IsSize && key.Column is not null
            from sweep in FindAll(summary, places, key)
            select sweep,
        ];

    private static IEnumerable<ChartSweep> FindAll(
        Summary summary,
        IReadOnlyDictionary<string, int> places,
        ScenarioKey key
    ) =>
        from cell in summary.Cells
        let value = Number(key.ColumnText(cell.Scenario))
        where value is not null
        // Named scenarios are called differently for what they differ in.
        group (Cell: cell, Value: value.Value) by key.Copy(Default, cell.Scenario) with
        {
            Name = "",
        } into alike
        let values = alike.Select(c => c.Value).Distinct().Order().ToList()
        where values.Count >= FewestValues
        let oneClient = alike.DistinctBy(c => c.Cell.Client).Count() == 1
        let series = alike
            .GroupBy(c => oneClient ? c.Cell.Label : Name(c.Cell))
            .Select(s => Line(s.Key, s, values, places))
            .ToList()
        select new ChartSweep(key.Title, TitleOf(alike.Key, key), values, series);

    private static ChartSeries Line(
        string name,
        IEnumerable<(CellSummary Cell, double Value)> cells,
        IReadOnlyList<double> values,
        IReadOnlyDictionary<string, int> places
    )
    {
        var byValue = cells.DistinctBy(c => c.Value).ToDictionary(c => c.Value, c => places[c.Cell.Id]);
        return new(
            TerminalSafeText.Plain(name),
            values.Select(value => byValue.TryGetValue(value, out var place) ? place : (int?)null).ToList()
        );
    }

    /// <summary>The sizes that are the same in all of the cells.</summary>
    private static string TitleOf(Scenario scenario, ScenarioKey varied) =>
        string.Join(
            ", ",
            ScenarioKeys
                .All.Where(key => key.IsSize && key != varied)
                .Select(key => (key.Title, Text: key.Text(scenario)))
                .Where(size => size.Text is not null)
                .Select(size => $"{size.Title} {size.Text}")
        );

    private static string Name(CellSummary cell) =>
        ScenarioGroup.HasOwnClient(cell) ? cell.Label : $"{cell.Label} (client {cell.Client})";

    private static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : null;
}

/// <param name="Cells">The cells' places in the list of all.</param>
internal sealed record ChartSeries(string Name, IReadOnlyList<int?> Cells);
