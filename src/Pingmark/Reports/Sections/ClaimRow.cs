using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>Words a published finding beside what a run measured of it.</summary>
internal static class ClaimRow
{
    /// <summary>How to read the verdicts.</summary>
    private const string Explanation =
        "Reproduced: the whole 95 % interval is as expected. Contradicted: none of it is. Can't be told: a part of it "
        + "is, or there is none. In one round: provisional, since another start of the processes may give something "
        + "else.";

    /// <summary>A table where there is room for one, and sentences in a terminal.</summary>
    public static IReadOnlyList<Block> Blocks(IReadOnlyList<ClaimResult> claims) =>
        [
            Table(claims) with
            {
                Media = Media.Files,
            },
            new Statements([.. claims.Select(claim => new Statement(claim.About, Sentence(claim)))], Media.Screen),
            Paragraph.Small(claims.Count > 0 ? Explanation : ""),
        ];

    private static Table Table(IEnumerable<ClaimResult> claims) =>
        Document.Table.FromItems(
            "Published findings beside what was measured here",
            claims,
            ("Finding", claim => claim.About),
            (Column.Stack, claim => claim.Label),
            ("Figure", claim => FigureOf(claim)),
            ("Expected", claim => Expected(claim)),
            ("Measured here", claim => Measured(claim)),
            ("Verdict", claim => Verdict(claim))
        );

    private static string FigureOf(ClaimResult claim) => Metric.Find(claim.Metric)?.Title ?? claim.Metric;

    /// <summary>The row as a sentence: <c>reproduced (cpp/tcp-epoll to java/tcp-nio 1.12x [1.08, 1.16]; expected &gt;
    /// 1, published 1.09x)</c>.</summary>
    private static string Sentence(ClaimResult claim) =>
        $"{Verdict(claim)} ({claim.Label} {Measured(claim)}; expected {Expected(claim)})";

    /// <summary>What is expected, with what was published: <c>&gt; 1, published 1.09x</c>.</summary>
    private static string Expected(ClaimResult claim) =>
        (claim.IsRatio ? claim.Expect : Range(claim))
        + (claim.Published is { } published ? $", published {Text(claim, published)}" : "");

    /// <summary>The range of a figure in its own unit: <c>&lt; 100 ns</c>.</summary>
    private static string Range(ClaimResult claim) =>
        Expectation.Find(claim.Expect) switch
        {
            null => claim.Expect,
            { Low: 0, High: var high } => $"< {Text(claim, high)}",
            { High: double.PositiveInfinity, Low: var low } => $"> {Text(claim, low)}",
            var (low, high) => $"{Text(claim, low)} to {Text(claim, high)}",
        };

    /// <summary>The ratio or figure with its bounds: <c>0.71x [0.68, 0.74], 0.66x to 0.99x in 5
    /// scenarios</c>.</summary>
    private static string Measured(ClaimResult claim) =>
        claim.Measured is not { } measured
            ? "not measured"
            : WithBounds(claim, measured)
                + (
                    claim is { Least: { } least, Most: { } most }
                        ? $", {Text(claim, least)} to {Text(claim, most)} in "
                            + NumberText.Count(claim.Scenarios, "scenario")
                        : ""
                );

    private static string Verdict(ClaimResult claim) =>
        claim.Verdict switch
        {
            ClaimVerdict.Reproduced => "reproduced",
            ClaimVerdict.Contradicted => "contradicted",
            _ => "can't be told",
        } + (claim.IsProvisional ? " in one round" : "");

    private static string WithBounds(ClaimResult claim, Estimate measured) =>
        claim.IsRatio ? EstimateText.RatioWithBounds(measured)
        : measured is { CiLow: { } low, CiHigh: { } high }
            ? $"{Text(claim, measured.Value)} [{Text(claim, low)}, {Text(claim, high)}]"
        : Text(claim, measured.Value);

    private static string Text(ClaimResult claim, double value) =>
        claim.IsRatio ? EstimateText.Ratio(value)
        : Metric.Find(claim.Metric) is { } metric ? metric.Format(value)
        : NumberText.Number(value);
}
