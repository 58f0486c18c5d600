using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Suites that a test writes: as short as can be, for what counts is what happens and not how fast.</summary>
internal static class GeneratedSuite
{
    /// <summary>Runs these stacks in scenarios given as YAML, and takes what was measured to be healthy.</summary>
    /// <returns>The cells of the summary.</returns>
    public static async Task<IReadOnlyList<JsonElement>> MeasureAsync(
        this CommandLineUser user,
        IEnumerable<string> stacks,
        string scenarios
    )
    {
        var pressure = new CpuPressure();
        var run = await user.RunSuiteAsync(stacks, scenarios);
        pressure.SkipIfWithheld(run);
        run.Exits(0);
        var cells = user.Summary("run").Cells();
        Assert.All(cells, SummaryChecks.IsHealthy);
        return cells;
    }

    public static Task<CommandResult> RunSuiteAsync(
        this CommandLineUser user,
        IEnumerable<string> stacks,
        string scenarios
    )
    {
        user.Folder.Write(
            "suite.yaml",
            $"stacks: [{string.Join(", ", stacks)}]\nwarmup: 20ms\nslice: 20ms\nrounds: 1\n{scenarios}\n"
        );
        return user.RunAsync("run", "suite.yaml", "--out", "run");
    }

    /// <summary>The lines of trials.jsonl.</summary>
    public static IReadOnlyList<JsonElement> Trials(this CommandLineUser user) =>
        File.ReadLines(user.Folder["run/trials.jsonl"]).Select(line => JsonDocument.Parse(line).RootElement).ToList();
}
