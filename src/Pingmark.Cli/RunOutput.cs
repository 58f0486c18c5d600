using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Cli;

/// <summary>What a run prints on standard output at its end, chosen once for all of its suites.</summary>
/// <param name="Medium">The medium that shows it; null where a program reads it.</param>
/// <param name="End">Prints the summary of the run in a folder.</param>
internal sealed record RunOutput(Media? Medium, Action<Summary, string> End)
{
    /// <summary>The report that a medium has room for.</summary>
    public static RunOutput Tables(Media medium) =>
        new(medium, (summary, folder) => ReportCommand.Show(summary, medium, folder));

    public static RunOutput Json { get; } = new(null, (summary, _) => ReportCommand.ShowJson(summary));
}
