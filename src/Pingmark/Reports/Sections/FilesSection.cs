using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section that tells a terminal's reader where the other files are, and how a run that is not whole goes
/// on.</summary>
internal static class FilesSection
{
    public static Section Build(RunSource run)
    {
        if (run.Folder is not { } folder)
            return new();
        var files = new Paragraph($"All figures and charts: {Path.Combine(folder, RunReport.WholeFile)}");
        return run.Summary.Interrupted
            ? new(files, new Paragraph($"Go on with it: pingmark run --resume {folder}"))
            : new(files);
    }
}
