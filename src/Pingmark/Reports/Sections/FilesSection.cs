using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section that tells a terminal's reader where the other files are.</summary>
internal static class FilesSection
{
    private const string Files =
        "Complete figures and charts; report.md, results.csv, summary.json and trials.jsonl beside them:";

    public static Section Build(RunSource run) =>
        run.Folder is { } folder
            ? new(new Paragraph(Files), new Paragraph(Path.Combine(folder, "report.html")))
            : new();
}
