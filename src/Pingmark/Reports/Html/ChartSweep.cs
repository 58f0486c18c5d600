using System.Globalization;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Html;

/// <summary>Cells that differ in one number of their scenario alone, which show how a figure changes as it
/// grows.</summary>
/// <param name="Dimension">The key that varies, such as <c>connections</c>.</param>
/// <param name="Title">What all of the cells have in common.</param>
/// <param name="Values">The values of the key, ascending.</param>
/// <param name="Series">The compared stacks.</param>
internal sealed record ChartSweep(
    string Dimension,
    string Title,
    IReadOnlyList<double> Values,
    IReadOnlyList<ChartSeries> Series
)
{
    public static IEnumerable<ChartSweep> FindAll(Summary summary, IReadOnlyDictionary<string, int> places) =>
        from key in ScenarioKeys.All
        where key.IsSize && key.Column is not null
        from cell in summary.Cells
        let value = Number(key.ColumnText(cell.Scenario))
        where value is not null
        // Named scenarios are called differently for what they differ in.
        group (Cell: cell, Value: value.Value) by (
            Key: key,
            Common: key.Copy(new Scenario(), cell.Scenario) with
            {
                Name = "",
            }
        ) into alike
        let values = alike.Select(c => c.Value).Distinct().Order().ToList()
        where values.Count > 1
        let haveOneClient = alike.DistinctBy(c => c.Cell.Client).Count() == 1
        let series = alike.GroupBy(
            c => haveOneClient ? c.Cell.Label : CellNames.WithClient(c.Cell.Label, c.Cell.Stack, c.Cell.Client),
            c => (c.Value, Place: places[c.Cell.Id])
        )
        select new ChartSweep(
            alike.Key.Key.Title,
            Common(alike.Key.Common, alike.Key.Key),
            values,
            series.Select(one => new ChartSeries(one.Key, [.. values.Select(value => PlaceAt(one, value))])).ToList()
        );

    private static int? PlaceAt(IEnumerable<(double Value, int Place)> cells, double value) =>
        cells.Where(cell => cell.Value == value).Select(cell => (int?)cell.Place).FirstOrDefault();

    /// <summary>The sizes that are the same in all of the cells.</summary>
    private static string Common(Scenario scenario, ScenarioKey varied) =>
        string.Join(
            ", ",
            from key in ScenarioKeys.All
            where key.IsSize && key != varied && key.Text(scenario) is not null
            select $"{key.Title} {key.Text(scenario)}"
        );

    private static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : null;
}

/// <param name="Cells">For each value the cell's place in the list of all; null where there is none.</param>
internal sealed record ChartSeries(string Name, IReadOnlyList<int?> Cells);
