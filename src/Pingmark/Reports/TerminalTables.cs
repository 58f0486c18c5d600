using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Pingmark.Reports;

/// <summary>The tables of <see cref="TerminalReport"/>. Figures never wrap; names and remarks do.</summary>
internal static class TerminalTables
{
    private const int LongestUnbrokenName = 20,
        ManyConnections = 1_000;

    /// <summary>The figures of one scenario. Not wide: without intervals, but for that of the comparison.</summary>
    public static Table Figures(ScenarioGroup group, bool wide)
    {
        var table = Create();
        var namesAreWhole = Name(table, group.Cells.Select(group.Name));
        var shown = Enum.GetValues<MetricTable>()
            .SelectMany(Metric.In)
            .Where(m => m.TerminalTitle is not null && IsShown(m, group.Scenario))
            .ToList();
        Right(table, shown.Select(m => m.TerminalTitle!).ToArray());
        // Named after what is compared, for below 1 is good for a round trip and bad for throughput.
        var comparison = group.Scenario.HeadlineMetric == Metric.P50.Key ? "p50 to baseline" : "Rate to baseline";
        if (namesAreWhole)
            Wrapping(table, comparison);
        else
            Unbroken(table, comparison);
        foreach (var cell in group.Cells)
        {
            string Figure(Metric metric) =>
                wide && metric.Table == MetricTable.Times ? metric.TextWithInterval(cell) : metric.Text(cell);
            Row(table, [group.Name(cell), .. shown.Select(Figure), Verdict(group, cell)]);
        }
        return table;
    }

    /// <summary>A rate that was asked for is no figure; how much of it was achieved is. What a rate adds takes the room
    /// of costs.</summary>
    private static bool IsShown(Metric metric, Scenario scenario) =>
        metric.Table == MetricTable.OneWay ? scenario.IsOneWay
        : metric.Table == MetricTable.Churn ? scenario.IsChurn
        : metric.Table == MetricTable.Tick ? scenario.IsTick
        : metric.Table == MetricTable.Network ? scenario.Network is not null
        : metric.Table == MetricTable.Memory ? IsAboutMemory(scenario)
        : metric.Table == MetricTable.Costs && (scenario.Network is not null || IsAboutMemory(scenario)) ? false
        : metric.Table == MetricTable.OpenLoop ? scenario is { RatePerS: not null, IsTick: false }
        : scenario.RatePerS is null || metric != Metric.Throughput && metric.Table != MetricTable.Costs;

    /// <summary>With so many connections their memory takes the room of costs.</summary>
    private static bool IsAboutMemory(Scenario scenario) =>
        scenario
            is { AllConnections: >= ManyConnections, RatePerS: null, Network: null, IsOneWay: false, IsChurn: false };

    /// <summary>Laps of one scenario with the figures published for them, in ms.</summary>
    public static Table Laps(ScenarioGroup group, Published? published)
    {
        var table = Create();
        Name(table, group.Cells.Select(group.Name));
        Right(table, "Mean ± stddev", "Published", "To baseline");
        Wrapping(table, "Conditions");
        var rows = PublishedRow.Of(group, published).Where(r => r.IsLap).ToLookup(r => r.Cell);
        foreach (var cell in group.Cells.Where(c => c.LapMeanMs is not null))
        {
            var first = rows[cell].FirstOrDefault();
            Row(table, [group.Name(cell), ReportWords.LapTime(cell), .. Published(first)]);
            foreach (var row in rows[cell].Skip(1))
                Row(table, ["", "", .. Published(row)]);
        }
        return table;

        static string[] Published(PublishedRow? row) =>
            row is null
                ? [NumberText.Missing, NumberText.Missing, ""]
                : [row.PublishedText, row.RatioText, row.Figure.Note];
    }

    /// <summary>Published figures of one scenario that are not laps; null if there are none.</summary>
    public static Table? Published(ScenarioGroup group, Published published)
    {
        var rows = PublishedRow.Of(group, published).Where(r => !r.IsLap).ToList();
        if (rows.Count == 0)
            return null;
        var table = Create();
        Name(table, rows.Select(r => group.Name(r.Cell)));
        Wrapping(table, "Figure");
        Right(table, "Measured", "Published", "To baseline");
        Wrapping(table, "Conditions");
        foreach (var row in rows)
            Row(
                table,
                group.Name(row.Cell),
                row.Metric,
                row.MeasuredText,
                row.PublishedText,
                row.RatioText,
                row.Figure.Note
            );
        return table;
    }

    /// <summary>The comparison, or why there is none, and on the next lines what went missing.</summary>
    private static string Verdict(ScenarioGroup group, CellSummary cell)
    {
        var verdict =
            cell.Status != CellStatus.Ok ? cell.Status.Word()
            : group.Headline(cell) is { } comparison ? ReportWords.Ratio(comparison) + group.NotTheQuotient(comparison)
            : cell == group.Baseline && group.Cells.Count > 1 ? "baseline"
            : NumberText.Missing;
        var needs = cell.Status == CellStatus.Ok && group.Headline(cell) is { } made ? ReportWords.Needs(made) : "";
        return string.Join(
            '\n',
            new[] { verdict, needs }.Where(line => line.Length > 0).Concat(ReportWords.Losses(cell))
        );
    }

    private static Table Create() => new Table().Border(TableBorder.Simple);

    /// <summary>The first column. Names are broken only where one of them is so long that the figures would have no
    /// room.</summary>
    /// <returns>False: they may be broken.</returns>
    private static bool Name(Table table, IEnumerable<string> names)
    {
        var areWhole = names.All(n => n.Length <= LongestUnbrokenName);
        if (areWhole)
            Unbroken(table, "Stack");
        else
            Wrapping(table, "Stack");
        return areWhole;
    }

    private static void Wrapping(Table table, string header) => table.AddColumn(Column(header));

    private static void Unbroken(Table table, string header) => table.AddColumn(Column(header).NoWrap());

    private static void Right(Table table, params string[] headers)
    {
        foreach (var header in headers)
            table.AddColumn(Column(header).RightAligned().NoWrap());
    }

    /// <summary>Two spaces between columns, one less than usual: it is what lets names and intervals stand on one line
    /// of 80 columns.</summary>
    private static TableColumn Column(string header) => new TableColumn(new Text(header)).PadLeft(0).PadRight(1);

    private static void Row(Table table, params string[] cells) =>
        table.AddRow(cells.Select(c => (IRenderable)new Text(Escape.Terminal(c))));
}
