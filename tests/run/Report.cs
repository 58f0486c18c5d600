using System.Globalization;

namespace Pingmark.TestRun;

/// <summary>What the run came to, for people; its last line is for programs too.</summary>
internal static class Report
{
    private const int MostLines = 12,
        WidestLine = 400,
        WidestReason = 160;

    /// <summary>Writes the counts of a layer that has ended, and what failed by name.</summary>
    public static void Line(LayerRun run)
    {
        var (passed, failed) = (run.Of(Outcome.Passed).Count(), run.Of(Outcome.Failed).ToList());
        var counts = $"{run.Layer.Name, -26}{passed, 6} passed{failed.Count, 5} failed";
        var costs = $"{run.Of(Outcome.Skipped).Count(), 5} skipped{run.Seconds, 7:0} s{run.Cpu, 7:0} s of CPU";
        Console.WriteLine(string.Concat([counts, costs, .. failed.Select(one => $"\n  failed: {one.Name}")]));
    }

    /// <param name="expected">Words with which the reason of a skipped test may begin; null when any may.</param>
    /// <returns>Whether all is well.</returns>
    public static bool Close(IReadOnlyList<LayerRun> runs, IReadOnlyList<string>? expected, TimeSpan took)
    {
        Console.WriteLine();
        var skipped = runs.SelectMany(run => run.Of(Outcome.Skipped)).Select(result => result.Message).ToList();
        // What comes before the colon is the reason; the rest differs from test to test.
        foreach (var reason in skipped.GroupBy(message => message.Split(':')[0]))
            Console.WriteLine($"skipped {reason.Count(), -4}{Cut(reason.First(), WidestReason)}");
        var unexpected = skipped.Count(message =>
            expected?.Any(word => message.StartsWith($"{word} ", StringComparison.Ordinal)) == false
        );
        if (unexpected > 0)
            Console.WriteLine($"{unexpected} skipped tests are none of {string.Join(", ", expected!)}");
        foreach (var line in Faults(runs))
            Console.WriteLine(line);
        // Last, for who reads the end of a long output.
        foreach (var run in runs)
        foreach (var failed in run.Of(Outcome.Failed))
            Console.WriteLine($"FAILED  {run.Layer.Name}: {failed.Name}\n{Indented(failed.Message)}\n");
        var (cpu, cores) = (runs.Sum(run => run.Cpu), Environment.ProcessorCount);
        var (passed, failures) = (Count(Outcome.Passed), Count(Outcome.Failed));
        Console.WriteLine($"details: {Layer.AllFolders}");
        Console.WriteLine($"wall time {took.TotalSeconds:0} s, {cpu:0} s of CPU, {cores} cores");
        Console.WriteLine($"{passed} passed, {failures} failed, {skipped.Count} skipped");
        return failures == 0 && unexpected == 0;

        int Count(Outcome outcome) => runs.Sum(run => run.Of(outcome).Count());
    }

    /// <summary>The first line, so far as it fits.</summary>
    private static string Cut(string text, int widest) =>
        text.Split('\n')[0] is var line && line.Length > widest ? line[..widest] + "…" : line;

    private static string Indented(string text) =>
        string.Join(
            '\n',
            text.Split('\n')
                .Where(line => !IsOfLibraries(line))
                .Take(MostLines)
                .Select(line => "    " + Cut(line, WidestLine))
        );

    /// <summary>A line of a stack trace that names no file of ours.</summary>
    private static bool IsOfLibraries(string line) =>
        line.TrimStart() is var text
        && (
            text.StartsWith("--- End of", StringComparison.Ordinal)
            || text.StartsWith("at System.", StringComparison.Ordinal)
        );

    /// <summary>How many hostile faults were tried, and how many of these came to what is promised: by the rows that
    /// <c>tests/hostile/Harness/Tally.cs</c> writes, and by tests that try one fault each.</summary>
    /// <returns>A row a class, and their sum; nothing where nothing was counted.</returns>
    private static IEnumerable<string> Faults(IReadOnlyList<LayerRun> runs)
    {
        var rows = runs.SelectMany(run => run.Layer.Lines("tally.tsv"))
            .Select(line => line.Split('\t'))
            .Select(row => (Faults: row[0], Tried: Number(row[1]), Survived: Number(row[2])));
        var single = runs.SelectMany(run => run.Results)
            .Where(test => test.Outcome != Outcome.Skipped && test.Name.Contains(".Faults.", StringComparison.Ordinal))
            .Select(test => ("single faults, a test each", 1L, test.Outcome == Outcome.Passed ? 1L : 0L));
        (string Faults, long Tried, long Survived)[] all = [.. rows, .. single];
        if (all.Length == 0)
            return [];
        var sums = all.GroupBy(row => row.Faults)
            .Append(all.GroupBy(_ => "all").Single())
            .Select(of => $"{of.Key, -58}{of.Sum(row => row.Tried), 12}{of.Sum(row => row.Survived), 12}");
        return [$"{"faults", -58}{"tried", 12}{"survived", 12}", .. sums, ""];
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
