using Pingmark.Host;
using Pingmark.Nbn;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>Runs predefined benchmarks as runs of the suites nbn-*, summed up in NBN's columns.</summary>
internal static class NbnBenchmarkRuns
{
    public static async Task<int> RunAsync(
        Installation installation,
        NbnOptions options,
        IReadOnlyList<NbnCandidate> libraries,
        RequestedSites asked,
        IReadOnlyList<string> command,
        CancellationToken stop
    )
    {
        foreach (var option in NbnBenchmarks.FindIgnoredOptions(options))
            installation.Progress.Step(
                $"note: {option} has no effect, for --benchmark {options.Benchmark} fixes it; "
                    + "--benchmark Custom obeys it"
            );
        if (options.GcModes.Count > 1)
            installation.Progress.Step(
                "note: each library is measured with both garbage collectors, in twice the benchmark's time"
            );
        var stacks = options.Given.Contains("--library") ? string.Join(',', libraries.SelectMany(l => l.Stacks)) : null;
        if (stacks is "")
            throw new PingmarkException(
                $"no worker here has {string.Join(", ", libraries.Select(l => l.Library))}",
                ExitCode.NothingAvailable
            );
        await using var sites = await asked.OpenAsync(generators: 1, stop);
        var codes = new List<int>();
        foreach (var name in NbnBenchmarks.SuitesOf(options.Benchmark))
        {
            var code = await RunSuiteAsync(installation, options, name, stacks, sites, command, stop);
            if (code == ExitCode.Interrupted)
                return code;
            codes.Add(code);
        }
        // As within a run: what isn't there fails all only when nothing else was measured.
        return codes.Contains(ExitCode.CellFailed) ? ExitCode.CellFailed : codes.Min();
    }

    private static async Task<int> RunSuiteAsync(
        Installation installation,
        NbnOptions options,
        string name,
        string? stacks,
        RunSites? sites,
        IReadOnlyList<string> command,
        CancellationToken stop
    )
    {
        var suite = SuiteFile.Load(
            installation.Suites.Find(name),
            installation.Workers.Stacks,
            NbnNetwork.Overrides(options),
            stacks
        );
        var availability = await installation.PrepareAsync(suite.Cells, stop);
        (availability, var sides) = await installation.PlaceAsync(sites, suite.Cells, availability, stop);
        suite = NbnBenchmarks.WithOneStackALibrary(suite, stack => sides.ForBoth(stack, stack, availability));
        suite = NbnGcModes.RepeatInEach(suite, options.GcModes, sides.Cores.Count, sides.ClientCores is not null);
        await installation.WaitAfterBuildAsync(stop);
        var run = installation.NewSuiteRun(sides, command);
        RunFolder? made = null;
        var summary = await run.ExecuteAsync(
            suite,
            availability,
            info => made = RunFolder.CreateUnique(RunCommand.DefaultFolder(suite.Name), info),
            stop
        );
        var folder = made!;
        var trials = folder.Read().Trials;
        string Result(int width) =>
            NbnTable.Render(summary, trials, suite.Cells, width)
            + (
                NbnTable.Costs(summary, width) is { Length: > 0 } costs
                    ? $"\nRecorded apart from these figures:\n\n{costs}"
                    : ""
            );
        PlainFile.Write(folder["nbn.md"], Result(AlignedTable.Endless));
        Console.WriteLine($"{suite.Name}: {suite.About}\n");
        Console.WriteLine(Result(Terminal.Width));
        foreach (var remark in NbnTable.Remarks(summary, Terminal.Width))
            Console.WriteLine(remark);
        Console.WriteLine($"Complete figures: {folder["report.html"]}");
        return RunReports.ExitCodeOf(summary);
    }
}
