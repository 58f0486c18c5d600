using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Model;
using Pingmark.Reports.Renderers;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>Runs searches for capacities and shows what they found.</summary>
internal static class CapacityOutput
{
    /// <summary>Searches, writes the reports, and shows them.</summary>
    /// <param name="folder">The folder of the results; null: one named by the suite and the time.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> SearchAsync(
        Suite suite,
        CapacityRun run,
        Func<string, Availability> forServers,
        string? folder,
        bool json,
        CancellationToken cancel
    )
    {
        CapacityFolder? kept = null;
        var summary = await run.ExecuteAsync(
            suite,
            forServers,
            plan =>
                kept = CapacityFolder.Create(folder ?? RunCommand.DefaultFolder(suite.Name), plan, isNew: folder is null),
            cancel
        );
        return Report(kept!, kept!.Read().Steps, summary, json);
    }

    /// <summary>Sums a search up again from its steps, also one that was killed.</summary>
    public static int Report(string path, bool json)
    {
        using var folder = CapacityFolder.Open(path);
        var (_, steps, summary) = SummedSearch.Read(folder);
        return Report(folder, steps, summary, json);
    }

    /// <summary>What can be shown is shown before anything is written: the disk may be full, or not the user's.</summary>
    private static int Report(
        CapacityFolder folder,
        IReadOnlyList<CapacityStep> steps,
        CapacitySummary summary,
        bool json
    )
    {
        if (json)
            Screen.WriteJson(CapacityJson.Serialize(summary));
        else
            TerminalRenderer.Write(Terminal.Output, CapacityReport.Build(summary, Terminal.Medium, folder.Path));
        CapacityFiles.Write(folder, summary, steps);
        return CapacitySummaries.ExitCodeOf(summary);
    }
}
