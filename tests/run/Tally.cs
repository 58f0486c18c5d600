using System.Globalization;

namespace Pingmark.TestRun;

/// <summary>How many hostile faults of one class were tried, and how many of these came to what is promised: a row that
/// <c>tests/hostile/Harness/Tally.cs</c> writes.</summary>
internal sealed record Tally(string Faults, long Tried, long Survived)
{
    /// <summary>Tests of this namespace try one fault each.</summary>
    private const string SingleFaults = ".Faults.";

    /// <returns>A table with a row a class, and their sum; nothing where nothing was counted.</returns>
    public static IEnumerable<string> Table(IReadOnlyList<LayerRun> runs)
    {
        var rows = runs.SelectMany(run => LayerRun.Lines(run.Folder, "tally.tsv"))
            .Select(line => line.Split('\t'))
            .Select(row => new Tally(row[0], Number(row[1]), Number(row[2])))
            .Concat(runs.SelectMany(run => run.Results).SelectMany(Single))
            .GroupBy(row => row.Faults, Sum)
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

    private static IEnumerable<Tally> Single(TestResult test) =>
        test.Outcome == Outcome.Skipped || !test.Name.Contains(SingleFaults, StringComparison.Ordinal)
            ? []
            : [new("single faults, a test each", 1, test.Outcome == Outcome.Passed ? 1 : 0)];

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static Tally Sum(string faults, IEnumerable<Tally> rows) =>
        new(faults, rows.Sum(row => row.Tried), rows.Sum(row => row.Survived));
}
