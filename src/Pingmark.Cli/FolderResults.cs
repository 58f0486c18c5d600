using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Exports;
using Pingmark.Formatting;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Results;

namespace Pingmark.Cli;

/// <summary>The results of a run, or of a search for capacities, in a folder.</summary>
internal sealed record FolderResults(
    Func<string> Page,
    IReadOnlyList<string> Damages,
    IReadOnlyList<string> Formats,
    Func<string, IReadOnlyList<(string Name, string Text)>> FilesOf,
    Func<CancellationToken, Task<IReadOnlyList<(string Name, string Text)>>> DrawAsync
)
{
    public static readonly IReadOnlyList<string> PlanFiles = ["run.json", CapacityFolder.PlanFile];

    /// <exception cref="BadInputException">The folder holds no results, or is damaged.</exception>
    public static FolderResults Open(string path, CsvFormat? csv = null) =>
        CapacityFolder.Holds(path) ? OfSearch(path, csv) : OfRun(path, csv);

    private static FolderResults OfRun(string path, CsvFormat? csv)
    {
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = SummedRun.Read(folder);
        var run = new ExportedRun(folder.Name, info, trials, summary, csv);
        return new(
            () => HtmlReport.Render(summary, info, ChartSources.Collect(info, trials)),
            [.. RecordedRun.DamageTexts(summary.Notes)],
            [.. RunExports.All.Select(exporter => exporter.Name)],
            format => RunExports.All.Single(exporter => exporter.Name == format).Files(run),
            cancel => ChartFiles.DrawAsync(info, trials, summary, cancel)
        );
    }

    /// <summary>A damaged search is refused when it is read.</summary>
    private static FolderResults OfSearch(string path, CsvFormat? csv)
    {
        using var folder = CapacityFolder.Open(path);
        var search = SummedSearch.Read(folder);
        var name = folder.Name;
        return new(
            () => CapacityPage.Render(search.Summary),
            Damages: [],
            [.. CapacityFiles.Exporters.Select(exporter => exporter.Name)],
            format =>
                CapacityFiles
                    .Exporters.Single(exporter => exporter.Name == format)
                    .Files(search.Summary, search.Steps, name, csv),
            cancel => CapacityPage.DrawAsync(search.Summary, cancel)
        );
    }

    /// <returns>The names and contents of files.</returns>
    /// <exception cref="BadInputException">These results have no such form.</exception>
    public IReadOnlyList<(string Name, string Text)> Export(IReadOnlyList<string> formats) =>
        formats.Except(Formats).FirstOrDefault() is { } unknown
            ? throw new BadInputException(
                $"the results have no form '{unknown}'; they have {WordList.Join(Formats, "and")}"
            )
            : [.. (formats.Count == 0 ? Formats : Formats.Intersect(formats)).SelectMany(FilesOf)];
}
