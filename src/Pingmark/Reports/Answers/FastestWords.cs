using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says of one scenario who is fastest, as one engineer tells another: <c>cpp/tcp-epoll is fastest (97 % sure,
/// server CPU 8.6 µs a message): 1.9 times cpp/tcp-threads, 4 times dotnet/tcp-async</c>.</summary>
internal static class FastestWords
{
    /// <summary>How many others are named; the table has all.</summary>
    private const int MostNamed = 4,
        MostNamedSides = 2;

    /// <summary>From this chance on nobody asks how sure it is.</summary>
    private const double NearlyCertain = 0.99;

    /// <summary>The widest interval of a ratio, from end to end, of which the middle is told.</summary>
    private const double WidestTold = 1.7;

    /// <summary>How many times farther from 1 the far end of an interval may be than the near one for the middle to be
    /// told.</summary>
    private const double MostLopsided = 4;

    private const double ClearlyMore = 1.5,
        LeastTimes = 1.1;

    /// <param name="isShort">Whether there are so many scenarios that the others are left to the table.</param>
    public static string Sentence(Ranking ranking, bool isShort = false)
    {
        string Name(CellSummary cell) => ranking.Group.Name(cell);
        if (ranking.Group.Sides is { Count: > 0 } sides)
            return string.Join("; ", sides.Select(Sides).Distinct()) + ".";
        if (ranking.Usable.Count == 0)
            return ranking.Group.IsMeasuring ? "nothing yet that can be used." : "no figures.";
        if (ranking.Group.Cells.Count == 1)
            return $"{Name(ranking.Usable[0])} alone was measured{InBrackets(Cost(ranking.Usable[0]))}.";
        if (ranking.All.Count == 0)
            return ranking.Usable.Count == 1
                ? $"{Name(ranking.Usable[0])} alone has figures{InBrackets(Cost(ranking.Usable[0]))}."
                : $"too little was measured to compare anything with {Name(ranking.Group.Baseline)}.";
        return $"{Fastest(ranking, Name)}{(isShort ? "" : Others(ranking, Name))}.";
    }

    private static string Fastest(Ranking ranking, Func<CellSummary, string> name)
    {
        var by = ranking.Metric == Metric.Throughput ? "" : $" by {ranking.Metric.Title}";
        if (ranking.First is [var one])
            return $"{name(one.Cell)} is fastest{by}{InBrackets($"{Chance(one)} sure", Cost(one.Cell))}";
        var named = ranking
            .First.Take(MostNamed)
            .Select(tied => $"{name(tied.Cell)}{InBrackets(Chance(tied), ShortCost(tied.Cell))}");
        var apart = Apart(ranking.First[0], ranking.First[^1]);
        return $"{WordList.Join([.. named, .. More(ranking.First.Count)], "or")} is fastest{by}"
            + (apart.Length > 0 ? $", at most {apart} apart" : "");
    }

    /// <summary>What is known of the others, beside that one of those ahead of which most is known.</summary>
    private static string Others(Ranking ranking, Func<CellSummary, string> name)
    {
        var first = ranking.First.MinBy(one => one.LogHalfWidth)!;
        var others = ranking.All.Except(ranking.First).ToLookup(one => ranking.Between(first, one));
        var behind = others[ComparisonVerdict.Faster]
            .Concat(others[ComparisonVerdict.LikelyFaster])
            .OrderByDescending(one => one.LogMean)
            .ToList();
        var same = others[ComparisonVerdict.Same].OrderByDescending(one => one.LogMean).ToList();
        var open = ranking.All.Except(ranking.First).Except(behind).Except(same).Select(one => name(one.Cell)).ToList();
        var ahead = behind.Take(MostNamed).Select(one => Ahead(ranking, first, one, name(one.Cell)));
        return (behind.Count == 0 ? "" : $": {string.Join(", ", [.. ahead, .. More(behind.Count)])}")
            + string.Concat(same.Select(one => $"; {name(one.Cell)} is as fast, {Within(Apart(first, one))}"))
            + (open.Count == 0 ? "" : $"; {WordList.Join(open, "and")} may be as fast");
    }

    private static IEnumerable<string> More(int count) =>
        count > MostNamed ? [$"{NumberText.Count(count - MostNamed)} more"] : [];

    private static string Within(string apart) => apart.Length == 0 ? "" : $"within {apart}";

    private static string Chance(Ranked one) =>
        one.Chance >= NearlyCertain
            ? "over 99 %"
            : $"{NumberText.Count(Math.Max(1, (long)Math.Round(100 * one.Chance)))} %";

    /// <summary>What a message costs the server; empty where that was not measured.</summary>
    private static string Cost(CellSummary cell) => ShortCost(cell) is { Length: > 0 } cost ? $"server {cost}" : "";

    private static string ShortCost(CellSummary cell) =>
        Metric.ServerCpu.EstimateOf(cell) is null ? "" : $"CPU {Metric.ServerCpu.Text(cell)}/msg";

    private static string InBrackets(params IEnumerable<string> texts) =>
        string.Join(", ", texts.Where(text => text.Length > 0)) is { Length: > 0 } all ? $" ({all})" : "";

    /// <summary>How much one is ahead of another whose interval excludes 1, as far as it is known: <c>1.9 times
    /// cpp/tcp-threads</c>, <c>at least 3.6 times dotnet/tcp-async</c>, <c>up to 15 % ahead of
    /// java/tcp-nio</c>.</summary>
    private static string Ahead(Ranking ranking, Ranked one, Ranked other, string name)
    {
        var (ratio, halfWidth) = (Math.Exp(one.LogMean - other.LogMean), Ranking.HalfWidth(one, other));
        var (low, high) = (ratio / Math.Exp(halfWidth), ratio * Math.Exp(halfWidth));
        string Said(string ofRate, string ofTime) => ranking.Metric.HigherIsFaster ? ofRate : ofTime;
        string Times(string amount) => Said($"{amount} {name}", $"{name} takes {amount} as long");
        var said =
            high - 1 > MostLopsided * (low - 1) && high < ClearlyMore
                ? Said($"up to {Percent(high)} ahead of {name}", $"{name} takes up to {Percent(high)} longer")
            : high <= WidestTold * low ? Times($"{NumberText.Significant(ratio, 2)} times")
            : low < LeastTimes ? Said($"ahead of {name}", $"{name} takes longer")
            : Times($"at least {NumberText.Significant(Math.Floor(10 * low) / 10, 2)} times");
        return ranking.Between(one, other) is ComparisonVerdict.Faster ? said : $"{said} (likely)";
    }

    /// <summary>How far two are apart at most: <c>15 %</c>; empty where nobody can tell.</summary>
    private static string Apart(Ranked one, Ranked other)
    {
        var farthest = Math.Exp(Math.Abs(one.LogMean - other.LogMean) + Ranking.HalfWidth(one, other));
        return farthest < ClearlyMore ? Percent(farthest) : "";
    }

    /// <summary>How much more than 1 a ratio is at most: <c>15 %</c>.</summary>
    private static string Percent(double ratio) => $"{NumberText.Count((long)Math.Ceiling(100 * (ratio - 1)))} %";

    /// <summary>Which server and which client is fastest, whatever the other side is: <c>fastest server x/a, 1.2x the
    /// middle ± 4 %, 2 more may be as fast; fastest client x/b, 1.3x ± 4 %</c>.</summary>
    public static string Sides(SideEffects sides) =>
        $"{Side(sides.Servers, "server", " the middle")}; {Side(sides.Clients, "client", "")}";

    private static string Side(SideRole role, string name, string middle)
    {
        if (!role.IsDecided)
            return $"no {name} is shown to be ahead";
        var (fastest, others) = (role.Ahead[0], role.Ahead.Skip(1).Select(one => one.Name).ToList());
        var figure = EstimateText.RatioWithInterval(fastest.LogFactor.Estimate()).Replace("x ", $"x{middle} ");
        if (others.Count > MostNamedSides)
            others =
            [
                .. others.Take(MostNamedSides - 1),
                $"{NumberText.Count(others.Count - MostNamedSides + 1)} more",
            ];
        return $"fastest {name} {fastest.Name}, {figure}"
            + (others.Count == 0 ? "" : $" ({WordList.Join(others, "and")} may be as fast)");
    }
}
