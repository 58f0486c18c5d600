namespace Pingmark.TestRun;

/// <summary>What the run came to, for people; its last line is for programs too.</summary>
internal static class Report
{
    private const int MostLines = 20,
        WidestLine = 400,
        WidestReason = 160;

    /// <summary>As soon as it has ended: its counts, and what failed by name.</summary>
    public static void Line(LayerRun run)
    {
        Console.WriteLine(
            $"{run.Name, -26}{run.Count(Outcome.Passed), 6} passed{run.Count(Outcome.Failed), 5} failed"
                + $"{run.Count(Outcome.Skipped), 5} skipped{run.Seconds, 7:0} s{run.Cpu, 7:0} s of CPU"
        );
        foreach (var failed in run.Results.Where(result => result.Outcome == Outcome.Failed))
            Console.WriteLine($"  failed: {failed.Name}");
    }

    /// <param name="expected">Words with which the reason of a skipped test may begin; null when any may.</param>
    /// <returns>Whether all is well.</returns>
    public static bool Close(IReadOnlyList<LayerRun> runs, IReadOnlyList<string>? expected, TimeSpan took)
    {
        Console.WriteLine();
        foreach (var run in runs)
        foreach (var failed in run.Results.Where(result => result.Outcome == Outcome.Failed))
            Console.WriteLine($"FAILED  {run.Name}: {failed.Name}\n{Indented(failed.Message)}\n");
        var skipped = runs.SelectMany(run => run.Results).Where(result => result.Outcome == Outcome.Skipped).ToList();
        // What comes before the colon is the reason; the rest differs from test to test.
        foreach (var reason in skipped.GroupBy(result => result.Message.Split(':')[0]))
            Console.WriteLine($"skipped {reason.Count(), -4}{Cut(reason.First().Message, WidestReason)}");
        var unexpected = skipped.Count(result => expected is not null && !IsExpected(result, expected));
        if (unexpected > 0)
            Console.WriteLine($"{unexpected} skipped tests are none of {string.Join(", ", expected!)}");
        foreach (var line in Tally.Table(runs))
            Console.WriteLine(line);
        Console.WriteLine($"details: {LayerRun.AllFolders}");
        Console.WriteLine(
            $"wall time {took.TotalSeconds:0} s, {runs.Sum(run => run.Cpu):0} s of CPU, "
                + $"{Environment.ProcessorCount} cores"
        );
        var failures = runs.Sum(run => run.Count(Outcome.Failed));
        Console.WriteLine(
            $"{runs.Sum(run => run.Count(Outcome.Passed))} passed, {failures} failed, {skipped.Count} skipped"
        );
        return failures == 0 && unexpected == 0;
    }

    private static bool IsExpected(TestResult skipped, IReadOnlyList<string> expected) =>
        expected.Any(word => skipped.Message.StartsWith(word + " ", StringComparison.Ordinal));

    /// <summary>The first line, so far as it fits.</summary>
    private static string Cut(string text, int widest) =>
        text.Split('\n')[0] is var line && line.Length > widest ? line[..widest] + "…" : line;

    private static string Indented(string text) =>
        string.Join('\n', text.Split('\n').Take(MostLines).Select(line => "    " + Cut(line, WidestLine)));
}
