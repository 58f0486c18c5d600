using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section that tells a terminal's reader where the other files are.</summary>
internal static class FilesSection
{
    public static Section Build(RunSource run) =>
        run.Folder is { } folder
            ? new(new Paragraph($"All figures and charts: {Path.Combine(folder, RunReport.WholeFile)}"))
            : new();
}
