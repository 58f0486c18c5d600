using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>Runs searches for capacities and shows what they found.</summary>
internal static class CapacityOutput
{
    /// <summary>Searches, shows what was found, and writes the reports.</summary>
    /// <param name="folder">The folder of the results; null: one named by the suite and the time.</param>
    /// <param name="medium">The medium that shows them; null where a program reads JSON.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> SearchAsync(
        Suite suite,
        CapacityRun run,
        Func<string, Availability> forServers,
        string? folder,
        Media? medium,
        bool isStrict,
        CancellationToken cancel
    )
    {
        CapacityFolder? kept = null;
        try
        {
            var found = await run.ExecuteAsync(
                suite,
                forServers,
                plan =>
                    kept = CapacityFolder.Create(
                        folder ?? RunCommand.DefaultFolder(suite.Name),
                        plan,
                        isNew: folder is null
                    ),
                cancel
            );
            Show(kept!, found, medium);
            return CapacitySummaries.ExitCodeOf(found.Summary, isStrict);
        }
        finally
        {
            kept?.Dispose();
        }
    }

    /// <summary>Sums a search up again from its steps, also one that was killed.</summary>
    public static int Report(string path, Media? medium)
    {
        using var folder = CapacityFolder.Open(path);
        var found = SummedSearch.Read(folder);
        Show(folder, found, medium);
        return CapacitySummaries.ExitCodeOf(found.Summary with { Interrupted = false });
    }

    /// <summary>What can be shown is shown before anything is written: the disk may be full.</summary>
    private static void Show(CapacityFolder folder, SummedSearch found, Media? medium)
    {
        if (medium is { } shown)
            TerminalRenderer.Write(Terminal.OutputOf(shown), CapacityReport.Build(found.Summary, shown, folder.Path));
        else
            Screen.WriteJson(CapacityJson.Serialize(found.Summary));
        CapacityFiles.Write(folder, found.Summary, found.Steps);
    }
}
