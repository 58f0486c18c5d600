using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Comparing;

/// <summary>Finds what two plans do not have in common and must, so that the trials of both are one run.</summary>
public static class PlanDifferences
{
    private const string None = "none";

    public static IReadOnlyList<RunDifference> Find(RunInfo earlier, RunInfo now) =>
        Differences
            .OfRuns(earlier, now)
            .Concat(OfSites(earlier, now))
            .Append(("suite", earlier.Suite, now.Suite))
            .Concat(OfSettings(earlier.Settings, now.Settings))
            .Where(d => d.Item2 != d.Item3)
            .Select(d => new RunDifference(d.Item1, d.Item2, d.Item3, []))
            .Concat(OfCells(earlier.Cells, now.Cells))
            .ToList();

    /// <summary>Differences of sites with the same name; whether the same sites take part is checked
    /// elsewhere.</summary>
    private static IEnumerable<(string, string, string)> OfSites(RunInfo a, RunInfo b) =>
        a
            .Sites.Join(
                b.Sites,
                site => site.Name,
                site => site.Name,
                (site, other) =>
                    site.Machine.Facts.Zip(
                        other.Machine.Facts,
                        (fact, now) => ($"{site.Name}'s {fact.What}", fact.Value, now.Value)
                    )
            )
            .SelectMany(facts => facts);

    private static IEnumerable<(string, string, string)> OfSettings(SuiteSettings a, SuiteSettings b)
    {
        var (one, other) = (Json(a), Json(b));
        return one.Select(setting => (setting.Key, Text(setting.Value), Text(other[setting.Key])));
    }

    private static IEnumerable<RunDifference> OfCells(IReadOnlyList<Cell> a, IReadOnlyList<Cell> b)
    {
        var (before, now) = (Ids(a), Ids(b));
        return before != now
            ? [new("cells", before, now, [])]
            : a.Zip(b)
                .SelectMany(pair =>
                    OfCell(pair.First, pair.Second)
                        .Where(d => d.Before != d.Now)
                        .Select(d => new RunDifference(d.What, d.Before, d.Now, [pair.First.Id]))
                );
    }

    private static IEnumerable<(string What, string Before, string Now)> OfCell(Cell a, Cell b)
    {
        var (one, other) = (Json(a), Json(b));
        return one.Where(property => property.Key != "scenario")
            .Select(property => (property.Key, Text(property.Value), Text(other[property.Key])))
            .Concat(CellPairs.Differing(a.Scenario, b.Scenario));
    }

    private static string Ids(IEnumerable<Cell> cells) => string.Join(", ", cells.Select(cell => cell.Id));

    private static JsonObject Json<T>(T value) =>
        JsonSerializer.SerializeToNode(value, SummaryJson.LineOptions)!.AsObject();

    private static string Text(JsonNode? value) => value?.ToJsonString(SummaryJson.LineOptions) ?? None;
}
