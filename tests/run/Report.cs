using System.Globalization;

namespace Pingmark.TestRun;

/// <summary>What the run came to, for people; its last line is for programs too.</summary>
internal static class Report
{
    private const int MostLines = 20,
        WidestLine = 400,
        WidestReason = 160;

    /// <summary>Writes that a layer has ended, and what failed by name.</summary>
    public static void Line(LayerRun run)
    {
        var failed = run.Of(Outcome.Failed).Select(one => $"\n  failed: {one.Name}").ToList();
        var outcome = failed.Count == 0 ? "passed" : "FAILED";
        Console.WriteLine(string.Concat([$"{outcome}  {run.Layer.Name} ({run.Seconds:0} s)", .. failed]));
    }

    /// <summary>Writes what failed, a table of layers, what was skipped and left out, and the sums.</summary>
    /// <returns>Whether nothing failed.</returns>
    public static bool Close(IReadOnlyList<LayerRun> runs, IEnumerable<Layer> leftOut, TimeSpan took)
    {
        Console.WriteLine();
        foreach (var run in runs)
        foreach (var failed in run.Of(Outcome.Failed))
            Console.WriteLine($"FAILED  {run.Layer.Name}: {failed.Name}\n{Indented(failed.Message)}\n");
        Console.WriteLine($"{"layer", -36}{"passed", 7}{"failed", 8}{"skipped", 9}{"seconds", 9}{"CPU s", 7}");
        foreach (var run in runs)
            Console.WriteLine(
                $"{run.Layer.Name, -36}{Of(run, Outcome.Passed), 7}{Of(run, Outcome.Failed), 8}"
                    + $"{Of(run, Outcome.Skipped), 9}{run.Seconds, 9:0}{run.Cpu, 7:0}"
            );
        Console.WriteLine();
        var skipped = runs.SelectMany(run => run.Of(Outcome.Skipped)).Select(result => result.Message).ToList();
        // What comes before the colon is the reason; the rest differs from test to test.
        foreach (var reason in skipped.GroupBy(message => message.Split(':')[0]))
            Console.WriteLine($"skipped {reason.Count(), -4}{Cut(reason.First(), WidestReason)}");
        var others = string.Join(", ", leftOut.Select(layer => layer.Name));
        if (others.Length > 0)
            Console.WriteLine($"left out, ./test everything runs it: {others}");
        var (cpu, cores) = (runs.Sum(run => run.Cpu), Environment.ProcessorCount);
        var failures = Count(Outcome.Failed);
        Console.WriteLine($"details: {Layer.AllFolders}");
        Console.WriteLine($"wall time {took.TotalSeconds:0} s, {cpu:0} s of CPU, {cores} cores");
        Console.WriteLine($"{Count(Outcome.Passed)} passed, {failures} failed, {skipped.Count} skipped");
        return failures == 0;

        static int Of(LayerRun run, Outcome outcome) => run.Of(outcome).Count();
        int Count(Outcome outcome) => runs.Sum(run => Of(run, outcome));
    }

    /// <summary>The first line, so far as it fits.</summary>
    private static string Cut(string text, int widest) =>
        text.Split('\n')[0] is var line && line.Length > widest ? line[..widest] + "…" : line;

    private static string Indented(string text) =>
        string.Join('\n', text.Split('\n').Take(MostLines).Select(line => "    " + Cut(line, WidestLine)));
}
