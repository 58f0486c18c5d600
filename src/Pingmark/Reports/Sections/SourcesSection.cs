using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with the servers' sources, where one client measured several, so that the servers
/// alone differ.</summary>
internal static class SourcesSection
{
    public static Section Build(RunSource run) =>
        new(
            "sources",
            "The servers' sources",
            [
                .. from source in run.Sources
                let cell = run.Summary.Cells.FirstOrDefault(cell => cell.Stack == source.Key)
                where cell is not null && source.Value.Count > 0
                select new Details(
                    Title(cell, source.Value),
                    [.. source.Value.Select((file, at) => Code(cell, file, at))]
                ),
            ]
        );

    /// <summary>Where a cell's server is shown on the page; null where it is not.</summary>
    public static string? LinkOf(RunSource run, CellSummary cell) =>
        run.Sources.GetValueOrDefault(cell.Stack) is { Count: > 0 } ? $"#{Id(cell)}" : null;

    private static string Id(CellSummary cell) => $"source-of-{cell.Stack.Replace('/', '-')}";

    private static string Title(CellSummary cell, IReadOnlyList<StackSource> files) =>
        $"{cell.Label}: {string.Join(", ", files.Select(Lines))}";

    private static string Lines(StackSource file) => $"{file.File}, {NumberText.Count(file.Lines, "line")}";

    private static Code Code(CellSummary cell, StackSource file, int at) =>
        new(file.Text) { Id = at == 0 ? Id(cell) : null, Title = Lines(file) };
}
