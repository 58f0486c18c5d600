using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;

namespace Pingmark.Capacity.Reporting;

/// <summary>The tables of a group: capacities, figures at shares of them, and curves.</summary>
internal static class CapacityTables
{
    private static readonly Column OfCapacity = new("of\ncapacity") { IsOnOneLine = true };

    public static Table Capacities(CapacitySummary summary, CapacityGroup scenario)
    {
        var words = CapacityWords.For(summary.Kind);
        List<(Column Column, Func<CellCapacity, TableCell> Of)> columns =
        [
            (Column.Stack, cell => scenario.Name(cell)),
            (words.Titled("Capacity"), cell => CapacityAnswer.Outcome(words, cell)),
        ];
        if (scenario.Cells.Any(cell => scenario.Comparison(cell) is not null))
            columns.Add(("To baseline", cell => Ratio(scenario, cell)));
        if (scenario.Cells.Any(cell => cell.ServerCores > 1))
            columns.Add((new("Per core") { Rank = 1 }, cell => PerCore(words, cell)));
        if (scenario.Cells.Any(cell => cell.ServerBytesPerConnection is not null))
            columns.Add(
                (Column.Figure("Server memory\nper connection", 2), cell => Bytes(cell.ServerBytesPerConnection))
            );
        if (summary.Objectives.Count > 1)
            columns.Add((new("Limited by") { Rank = 3 }, cell => cell.LimitedBy ?? NumberText.Missing));
        columns.Add(
            (Column.Figure("Generations", 4), cell => NumberText.Count(cell.Generations.Count(one => one.Windows > 0)))
        );
        return Table.FromItems($"Capacity, {scenario.Title}", scenario.Cells, columns);
    }

    /// <summary>What is to be expected below the capacity; rows of one cell follow one another.</summary>
    public static Table AtShares(CapacitySummary summary, CapacityGroup scenario)
    {
        var words = CapacityWords.For(summary.Kind);
        return Table.FromItems(
            $"At shares of the capacity, {scenario.Title}",
            from cell in scenario.Cells
            from at in cell.At.Index()
            select (Name: at.Index == 0 ? scenario.Name(cell) : "", Figures: at.Item),
            (Column.Stack, row => row.Name),
            (OfCapacity, row => Share(row.Figures.OfCapacity)),
            (Column.Figure(words.Titled("Load"), 1), row => Rough(words.Short(row.Figures.Offered))),
            (Column.Figure("p50"), row => Rough(Time(row.Figures.P50Ns))),
            (Column.Figure("p99"), row => Rough(Time(row.Figures.P99Ns))),
            (Column.Figure("p99.9", 2), row => Rough(Time(row.Figures.P999Ns))),
            (Column.Figure("Server\ncores"), row => Rough(Cores(row.Figures.ServerCpuCores))),
            (Column.Figure("Client\ncores"), row => Rough(Cores(row.Figures.ClientCpuCores)))
        );
    }

    public static Table Curves(CapacitySummary summary, CapacityGroup scenario)
    {
        var words = CapacityWords.For(summary.Kind);
        return Table.FromItems(
            $"Curves, {scenario.Title}",
            from cell in scenario.Cells
            from point in cell.Curve.Index()
            select (Name: point.Index == 0 ? scenario.Name(cell) : "", Point: point.Item),
            (Column.Stack, row => row.Name),
            (Column.Figure(words.Titled("Offered")), row => words.Short(row.Point.Offered)),
            (Column.Figure("Answered"), row => NumberText.Rate(row.Point.AchievedPerS)),
            (Column.Figure("p50"), row => Time(row.Point.P50Ns)),
            (Column.Figure("p99"), row => Time(row.Point.P99Ns)),
            (Column.Figure("p99.9"), row => Time(row.Point.P999Ns)),
            (Column.Figure("Lost"), row => Share(row.Point.Lost)),
            (Column.Figure("Met"), row => Of(row.Point.Met, row.Point.Windows)),
            (Column.Figure("Client-bound"), row => Of(row.Point.ClientBound, row.Point.Windows)),
            (Column.Figure("Server cores"), row => Cores(row.Point.ServerCpuCores)),
            (Column.Figure("Client cores"), row => Cores(row.Point.ClientCpuCores))
        );
    }

    private static TableCell Ratio(CapacityGroup scenario, CellCapacity cell)
    {
        if (scenario.Comparison(cell) is not { } comparison)
            return scenario.IsBaseline(cell)
                ? new TableCell(ScenarioGroup.BaselineWord)
                {
                    Judgement = new(ScenarioGroup.BaselineWord, ScenarioGroup.BaselineWord, null),
                }
                : NumberText.Missing;
        var (ratio, word) = (EstimateText.RatioWithBounds(comparison.Ratio), comparison.Verdict.Word());
        return new($"{ratio} {word}") { Judgement = new(word, word, comparison.Ratio) { RatioText = ratio } };
    }

    private static TableCell PerCore(CapacityWords words, CellCapacity cell) =>
        cell.PerCore is { CiLow: not null } perCore ? words.ShortWithInterval(perCore) : NumberText.Missing;

    private static string Rough(string figure) =>
        figure == NumberText.Missing ? figure : ReportSentences.Rough + figure;

    private static string Time(double? ns) => ns is { } known ? NumberText.Duration(known) : NumberText.Missing;

    private static string Cores(double? cores) => cores is { } known ? NumberText.Number(known) : NumberText.Missing;

    private static string Share(double? share) => share is { } known ? NumberText.Percent(known) : NumberText.Missing;

    private static string Bytes(long? bytes) => bytes is { } known ? NumberText.Bytes(known) : NumberText.Missing;

    private static string Of(int count, int all) => $"{NumberText.Count(count)} of {NumberText.Count(all)}";
}
