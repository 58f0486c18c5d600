using Pingmark.Reports;

namespace Pingmark.Exports;

/// <summary>Writes the table of cells that a run's folder has, too.</summary>
internal static class CsvExport
{
    public static readonly Exporter Exporter = new(
        "csv",
        "a row for each cell",
        run => [("results.csv", CsvReport.Render(run.Summary, run.Name))]
    );
}
