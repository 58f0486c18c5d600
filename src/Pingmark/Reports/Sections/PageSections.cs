using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The sections that only a page has: charts, and the sources of servers.</summary>
internal static class PageSections
{
    private const string NoCharts =
        "This pingmark was built without Node.js, which makes the charts. To have them: apt-get install nodejs npm, "
        + "then dotnet build src/Pingmark.Cli -c Release, then pingmark report on this folder.";

    public static Section BuildFirstChart(RunSource run) => run.HasCharts ? new(new ChartPlace(IsFirst: true)) : new();

    public static Section BuildCharts(RunSource run) => BuildCharts(run.HasCharts);

    public static Section BuildCharts(bool hasCharts) =>
        new("charts", "Charts", [hasCharts ? new ChartPlace() : Paragraph.Small(NoCharts)]);

    /// <summary>The servers' sources, where one client measured all, so that the servers alone differ.</summary>
    public static Section BuildSources(RunSource run) =>
        new(
            "sources",
            "The servers' sources",
            [
                .. from source in run.Sources
                let cell = run.Summary.Cells.FirstOrDefault(cell => cell.Stack == source.Key)
                where cell is not null && source.Value.Count > 0
                let files = source.Value.Select(file => $"{file.File}, {NumberText.Count(file.Lines)} lines")
                select new Details(
                    $"{cell.Label}: {string.Join(", ", files)}",
                    [.. source.Value.Select((file, at) => new Code(file.Text, at == 0 ? SourceId(cell) : null))]
                ),
            ]
        );

    /// <summary>Where a cell's server is shown on the page; null where it is not.</summary>
    public static string? LinkToSource(RunSource run, CellSummary cell) =>
        run.Sources.GetValueOrDefault(cell.Stack) is { Count: > 0 } ? $"#{SourceId(cell)}" : null;

    private static string SourceId(CellSummary cell) => $"source-of-{cell.Stack.Replace('/', '-')}";
}
