using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says how far one is ahead of another, by what is known of it: <c>1.9 times cpp/tcp-threads</c>, <c>at least
/// 3.6 times dotnet/tcp-async</c>, <c>up to 15 % ahead of java/tcp-nio</c>.</summary>
internal static class RatioWords
{
    /// <summary>The widest interval, from end to end, of which the middle is told.</summary>
    private const double Widest = 1.7;

    /// <summary>How many times farther from 1 the far end of an interval may be than the near one for the middle to be
    /// told.</summary>
    private const double Lopsided = 4;

    private const double ClearlyMore = 1.5,
        LeastTimes = 1.1;

    /// <summary>A number of times as reports write it: <c>1.1</c>, <c>40</c>.</summary>
    private static string Times(double times) => NumberText.Significant(times, 2);

    /// <summary>How much one is ahead of another whose interval excludes 1.</summary>
    /// <param name="name">The name of the other.</param>
    public static string Ahead(Ranking ranking, Ranked one, Ranked other, string name)
    {
        var (ratio, halfWidth) = (Math.Exp(one.LogMean - other.LogMean), Ranking.HalfWidth(one, other));
        var (low, high) = (ratio / Math.Exp(halfWidth), ratio * Math.Exp(halfWidth));
        var isRate = ranking.Metric == Metric.Throughput || ranking.Metric.HigherIsFaster;
        string Said(string amount) => isRate ? $"{amount} {name}" : $"{name} takes {amount} as long";
        var said =
            high - 1 > Lopsided * (low - 1) && high < ClearlyMore
                ? isRate
                    ? $"up to {Percent(high)} ahead of {name}"
                    : $"{name} takes up to {Percent(high)} longer"
                : high > Widest * low && low < LeastTimes
                    ? isRate
                        ? $"ahead of {name}"
                        : $"{name} takes longer"
                    : high > Widest * low
                        ? Said($"at least {Times(Math.Floor(10 * low) / 10)} times")
                        : Said($"{Times(ratio)} times");
        return ranking.Between(one, other) is ComparisonVerdict.Faster ? said : $"{said} (likely)";
    }

    /// <summary>Within what two are equal, as a text; empty where nobody can tell.</summary>
    public static string Within(Ranked one, Ranked other) =>
        Apart(one, other) is { Length: > 0 } apart ? $"within {apart}" : "";

    /// <summary>How far two are apart at most: <c>15 %</c>; empty where nobody can tell.</summary>
    public static string Apart(Ranked one, Ranked other)
    {
        var farthest = Math.Exp(Math.Abs(one.LogMean - other.LogMean) + Ranking.HalfWidth(one, other));
        return farthest < ClearlyMore ? Percent(farthest) : "";
    }

    /// <summary>How much more than 1 a ratio is at most: <c>15 %</c>.</summary>
    private static string Percent(double ratio) => $"{NumberText.Count((long)Math.Ceiling(100 * (ratio - 1)))} %";
}
