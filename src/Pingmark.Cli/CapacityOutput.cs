using System.Text.Json;
using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Model;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;
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
        return Show(kept!, summary, json);
    }

    /// <summary>Sums a search up again from its steps, also one that was killed.</summary>
    public static int Report(string path, bool json)
    {
        using var folder = CapacityFolder.Open(path);
        var (plan, steps) = folder.Read();
        return Show(folder, CapacitySummaries.Build(plan, steps, interrupted: false), json);
    }

    private static int Show(CapacityFolder folder, CapacitySummary summary, bool json)
    {
        if (json)
            Screen.WriteJson(JsonSerializer.Serialize(summary, SummaryJson.Options) + "\n");
        else
            TerminalRenderer.Write(Terminal.Output, CapacityReport.Build(summary, Terminal.Medium, folder.Path));
        return CapacitySummaries.ExitCodeOf(summary);
    }
}
