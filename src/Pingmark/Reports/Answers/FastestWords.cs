using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says of one scenario who is fastest, as one engineer tells another: <c>cpp/tcp-epoll is fastest (97 % sure,
/// server CPU 8.6 µs a message): 1.9 times cpp/tcp-threads, 4 times dotnet/tcp-async</c>.</summary>
internal static class FastestWords
{
    /// <summary>How many others are named; the table has all.</summary>
    private const int MostNamed = 4;

    /// <summary>From this chance on nobody asks how sure it is.</summary>
    private const double Sure = 0.99;

    /// <param name="isShort">Whether there are so many scenarios that the others are left to the table.</param>
    public static string Sentence(Ranking ranking, bool isShort = false)
    {
        string Name(CellSummary cell) => ranking.Group.Name(cell);
        if (ranking.Group.Sides is { Count: > 0 } sides)
            return string.Join("; ", sides.Select(SideWords.Sentence).Distinct()) + ".";
        if (ranking.Usable.Count == 0)
            return ranking.Group.IsMeasuring ? "nothing yet that can be used." : "no figures.";
        if (ranking.Group.Cells.Count == 1)
            return $"{Name(ranking.Usable[0])} alone was measured{InBrackets(Cost(ranking.Usable[0]))}.";
        if (ranking.All.Count == 0)
            return ranking.Usable.Count == 1
                ? $"{Name(ranking.Usable[0])} alone has figures{InBrackets(Cost(ranking.Usable[0]))}."
                : $"too little was measured to compare anything with {Name(ranking.Group.Baseline)}.";
        var rest = isShort ? "" : Rest(ranking, Name);
        return $"{Fastest(ranking, Name)}{rest}.";
    }

    private static string Fastest(Ranking ranking, Func<CellSummary, string> name)
    {
        var by = ranking.Metric == Metric.Throughput ? "" : $" by {ranking.Metric.Title}";
        if (ranking.First is [var one])
            return $"{name(one.Cell)} is fastest{by}{InBrackets($"{Chance(one)} sure", Cost(one.Cell))}";
        var named = ranking.First.Take(MostNamed).ToList();
        var more = ranking.First.Count - named.Count;
        var names = named
            .Select(tied => $"{name(tied.Cell)}{InBrackets(Chance(tied), ShortCost(tied.Cell))}")
            .Concat(more > 0 ? [$"{NumberText.Count(more)} more"] : Array.Empty<string>());
        var apart = RatioWords.Apart(ranking.First[0], ranking.First[^1]);
        return $"{WordList.Join(names, "or")} is fastest{by}{(apart.Length > 0 ? $", at most {apart} apart" : "")}";
    }

    /// <summary>What is known of the others, beside that one of those ahead of which most is known.</summary>
    private static string Rest(Ranking ranking, Func<CellSummary, string> name)
    {
        var first = ranking.First.MinBy(one => one.LogHalfWidth)!;
        var others = ranking
            .All.Except(ranking.First)
            .OrderByDescending(one => one.LogMean)
            .ToLookup(one => ranking.Between(first, one));
        var behind = others[ComparisonVerdict.Faster]
            .Concat(others[ComparisonVerdict.LikelyFaster])
            .OrderByDescending(one => one.LogMean)
            .ToList();
        var more = behind.Count - MostNamed;
        var said = behind
            .Take(MostNamed)
            .Select(one => RatioWords.Ahead(ranking, first, one, name(one.Cell)))
            .Concat(more > 0 ? [$"{NumberText.Count(more)} more"] : Array.Empty<string>());
        var same = others[ComparisonVerdict.Same]
            .Select(one => $"; {name(one.Cell)} is as fast, {RatioWords.Within(first, one)}");
        var open = ranking
            .All.Except(ranking.First)
            .Except(behind)
            .Except(others[ComparisonVerdict.Same])
            .Select(one => name(one.Cell))
            .ToList();
        return (behind.Count == 0 ? "" : $": {string.Join(", ", said)}")
            + string.Concat(same)
            + (open.Count == 0 ? "" : $"; {WordList.Join(open, "and")} may be as fast");
    }

    private static string Chance(Ranked one) =>
        one.Chance >= Sure ? "over 99 %" : $"{NumberText.Count(Math.Max(1, (long)Math.Round(100 * one.Chance)))} %";

    /// <summary>What a message costs the server; empty where that was not measured.</summary>
    private static string Cost(CellSummary cell) => ShortCost(cell) is { Length: > 0 } cost ? $"server {cost}" : "";

    private static string ShortCost(CellSummary cell) =>
        Metric.ServerCpu.EstimateOf(cell) is null ? "" : $"CPU {Metric.ServerCpu.Text(cell)}/msg";

    private static string InBrackets(params IEnumerable<string> texts) =>
        string.Join(", ", texts.Where(text => text.Length > 0)) is { Length: > 0 } all ? $" ({all})" : "";
}
