using Pingmark.Checks.Pairs;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>Sets the findings that were published beside what a run measured of them.</summary>
/// <param name="settingOf">Tells where a cell's sides were.</param>
public sealed class ClaimResults(
    IReadOnlyList<CellSummary> cells,
    IReadOnlyList<Comparison> comparisons,
    Func<CellSummary, Setting> settingOf
)
{
    /// <summary>What the run says to each claim, by stack where the claim names none. A claim of another setting than
    /// all of its cells is left out, and so is one of stacks that the run does not have.</summary>
    public IReadOnlyList<ClaimResult> Judge(IEnumerable<Claim> claims) => [.. claims.SelectMany(Judge)];

    private IEnumerable<ClaimResult> Judge(Claim claim)
    {
        if (Metric.Find(claim.Metric) is not { } metric || Expectation.Find(claim.Expect) is not { } expected)
            return [];
        return Subjects(claim)
            .GroupBy(subject => subject.Label)
            .Select(group => Judge(claim, metric, expected, group.Key, [.. group]));
    }

    /// <summary>The cells that a claim is about, each with the one that it is compared with, and the name under which
    /// they stand.</summary>
    private IEnumerable<(string Label, CellSummary Of, CellSummary? To)> Subjects(Claim claim)
    {
        var of = new ClaimSelector(claim.Of);
        var to = claim.To is null ? null : new ClaimSelector(claim.To);
        var meant = cells.Where(cell => claim.Setting is null || settingOf(cell) == claim.Setting).ToList();
        foreach (var cell in meant.Where(of.Selects))
            if (to is null)
                yield return (cell.Label, cell, null);
            else if (Partner(cell, meant.Where(to.Selects), of) is { } partner)
                yield return (
                    cell.Label == partner.Label ? cell.Label : $"{cell.Label} to {partner.Label}",
                    cell,
                    partner
                );
    }

    /// <summary>The cell that differs from this one in what the claim names, and in nothing else; between named
    /// scenarios, in as little else as possible.</summary>
    private static CellSummary? Partner(CellSummary cell, IEnumerable<CellSummary> others, ClaimSelector named) =>
        others
            .Where(other => named.NamesStack || other.Label == cell.Label && other.Client == cell.Client)
            .Select(other => (Cell: other, Differences: named.Differences(cell.Scenario, other.Scenario)))
            .Where(other => other.Differences is not null && other.Cell != cell)
            .OrderBy(other => other.Differences)
            .Select(other => other.Cell)
            .FirstOrDefault();

    private ClaimResult Judge(
        Claim claim,
        Metric metric,
        Expectation expected,
        string label,
        IReadOnlyList<(string Label, CellSummary Of, CellSummary? To)> subjects
    )
    {
        var measured = subjects
            .Where(subject => IsOk(subject.Of) && (subject.To is null || IsOk(subject.To)))
            .Select(subject => (subject.Of, subject.To, Estimate: Figure(metric, subject.Of, subject.To)))
            .Where(subject => subject.Estimate is { Value: > 0 })
            .ToList();
        var figures = measured.Select(one => one.Estimate!).ToList();
        var mean = Mean(figures);
        return new(
            claim.About,
            label,
            claim.Metric,
            claim.Expect,
            claim.Value,
            mean,
            figures.Count > 1 ? figures.Min(one => one.Value) : null,
            figures.Count > 1 ? figures.Max(one => one.Value) : null,
            figures.Count,
            expected.Judge(mean),
            measured.Exists(one => Math.Min(one.Of.Rounds, (one.To ?? one.Of).Rounds) < RatioTest.FewestRounds)
        )
        {
            IsRatio = claim.To is not null,
        };
    }

    /// <summary>The figure of a cell, or its ratio to another's: of what was measured side by side where it
    /// was.</summary>
    private Estimate? Figure(Metric metric, CellSummary of, CellSummary? to) =>
        to is null ? metric.EstimateOf(of)
        : Compared(metric, of, to) is { } together ? together
        : metric.EstimateOf(of) is { } a && metric.EstimateOf(to) is { Value: > 0 } b ? Quotient.Of(a, b)
        : null;

    /// <summary>The ratio of two cells of which one is the other's baseline, or which share a baseline; null where they
    /// were not measured side by side.</summary>
    private Estimate? Compared(Metric metric, CellSummary of, CellSummary to)
    {
        var ofOne = Ratio(metric, of);
        var ofOther = Ratio(metric, to);
        if (ofOne?.B == to.Id)
            return ofOne.Ratio;
        if (ofOther?.B == of.Id)
            return Quotient.Of(new(1, 1, 1), ofOther.Ratio);
        return ofOne is not null && ofOne.B == ofOther?.B ? Quotient.Of(ofOne.Ratio, ofOther.Ratio) : null;
    }

    private Comparison? Ratio(Metric metric, CellSummary cell) =>
        comparisons.FirstOrDefault(one => one.A == cell.Id && one.Metric == metric.Key);

    /// <summary>The geometric mean. What disturbs one scenario of a run disturbs the others, so that its interval is as
    /// wide as theirs are on average, and no narrower.</summary>
    private static Estimate? Mean(IReadOnlyList<Estimate> figures)
    {
        if (figures.Count == 0)
            return null;
        if (figures.Count == 1)
            return figures[0];
        var mean = Math.Exp(figures.Average(one => Math.Log(one.Value)));
        var halves = figures.Select(Quotient.HalfWidth).OfType<double>().ToList();
        var half = Math.Exp(halves.Count == figures.Count ? halves.Average() : double.PositiveInfinity);
        return double.IsFinite(half) ? new(mean, mean / half, mean * half) : new(mean, null, null);
    }

    private static bool IsOk(CellSummary cell) => cell.Status == CellStatus.Ok;
}
