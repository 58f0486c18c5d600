using System.Globalization;

namespace Pingmark.TestRun.Results;

/// <summary>What hostile tests tried, by class of faults: the rows that `tests/hostile/Harness/Tally.cs`
/// writes.</summary>
internal static class Tallies
{
    public const string FileName = "tally.tsv";

    /// <summary>Tests of this namespace try one fault each.</summary>
    private const string SingleFaults = ".Faults.";

    /// <returns>A table with a row a class, and their sum; nothing where nothing was counted.</returns>
    public static IEnumerable<string> Table(IReadOnlyList<LayerRun> runs)
    {
        var rows = runs.SelectMany(run => run.Tally)
            .Concat(Singles(runs))
            .GroupBy(row => row.Faults, (faults, all) => Sum(faults, [.. all]))
            .ToList();
        return rows.Count == 0
            ? []
            :
            [
                $"{"faults", -58}{"tried", 12}{"survived", 12}",
                .. rows.Append(Sum("all", rows)).Select(row => $"{row.Faults, -58}{row.Tried, 12}{row.Survived, 12}"),
                "",
            ];
    }

    public static IReadOnlyList<TallyRow> Read(string folder) =>
        Path.Combine(folder, FileName) is var file && File.Exists(file)
            ? [.. File.ReadLines(file).Select(line => Row(line.Split('\t')))]
            : [];

    private static IEnumerable<TallyRow> Singles(IReadOnlyList<LayerRun> runs) =>
        runs.SelectMany(run => run.Results)
            .Where(test =>
                test.Outcome != Outcome.Skipped && test.Name.Contains(SingleFaults, StringComparison.Ordinal)
            )
            .Select(test => new TallyRow("single faults, a test each", 1, test.Outcome == Outcome.Passed ? 1 : 0));

    private static TallyRow Row(string[] fields) => new(fields[0], Number(fields[1]), Number(fields[2]));

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static TallyRow Sum(string faults, IReadOnlyList<TallyRow> rows) =>
        new(faults, rows.Sum(row => row.Tried), rows.Sum(row => row.Survived));
}

/// <summary>How many faults of one class were tried, and how many of these came to what is promised.</summary>
internal sealed record TallyRow(string Faults, long Tried, long Survived);
