using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>Compares published findings with what a run measured.</summary>
/// <param name="settingOf">Gives where a cell's sides were.</param>
public sealed class ClaimResults(
    IReadOnlyList<CellSummary> cells,
    IReadOnlyList<Comparison> comparisons,
    Func<CellSummary, Setting> settingOf
)
{
    /// <summary>A result for each claim, or for each stack where the claim names none. Claims about other settings or
    /// stacks than the run's are left out.</summary>
    public IReadOnlyList<ClaimResult> Judge(IEnumerable<Claim> claims) => [.. claims.SelectMany(Judge)];

    private IEnumerable<ClaimResult> Judge(Claim claim)
    {
        if (Metric.Find(claim.Metric) is not { } metric || Expectation.Find(claim.Expect) is not { } expected)
            return [];
        return FindSubjects(claim)
            .GroupBy(subject => subject.Label)
            .Select(group => Judge(claim, metric, expected, group.Key, [.. group]));
    }

    /// <summary>The cells that a claim is about, each with its label and the cell that it is compared with.</summary>
    private IEnumerable<(string Label, CellSummary Of, CellSummary? To)> FindSubjects(Claim claim)
    {
        var of = new ClaimSelector(claim.Of);
        var to = claim.To is null ? null : new ClaimSelector(claim.To);
        var meant = cells.Where(cell => claim.Setting is null || settingOf(cell) == claim.Setting).ToList();
        foreach (var cell in meant.Where(of.Selects))
            if (to is null)
                yield return (cell.Label, cell, null);
            else if (FindPartner(cell, meant.Where(to.Selects), of) is { } partner)
                yield return (
                    cell.Label == partner.Label ? cell.Label : $"{cell.Label} to {partner.Label}",
                    cell,
                    partner
                );
    }

    /// <summary>The most similar cell that differs in what the claim names.</summary>
    private static CellSummary? FindPartner(CellSummary cell, IEnumerable<CellSummary> others, ClaimSelector named) =>
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

    /// <summary>The figure of a cell, or its ratio to another's, measured side by side where possible.</summary>
    private Estimate? Figure(Metric metric, CellSummary of, CellSummary? to) =>
        to is null ? metric.EstimateOf(of)
        : FindRatio(metric, of, to) is { } together ? together
        : metric.EstimateOf(of) is { } a && metric.EstimateOf(to) is { Value: > 0 } b ? Quotient(a, b)
        : null;

    /// <summary>The ratio of two cells measured side by side, also by a common baseline; null if they were
    /// not.</summary>
    private Estimate? FindRatio(Metric metric, CellSummary of, CellSummary to)
    {
        var ofOne = FindComparison(metric, of);
        var ofOther = FindComparison(metric, to);
        if (ofOne?.B == to.Id)
            return ofOne.Ratio;
        if (ofOther?.B == of.Id)
            return Quotient(new(1, 1, 1), ofOther.Ratio);
        return ofOne is not null && ofOne.B == ofOther?.B ? Quotient(ofOne.Ratio, ofOther.Ratio) : null;
    }

    private Comparison? FindComparison(Metric metric, CellSummary cell) =>
        comparisons.FirstOrDefault(one => one.A == cell.Id && one.Metric == metric.Key);

    /// <summary>The geometric mean, with the average width of the intervals: scenarios share disturbances.</summary>
    private static Estimate? Mean(IReadOnlyList<Estimate> figures)
    {
        if (figures.Count == 0)
            return null;
        if (figures.Count == 1)
            return figures[0];
        var mean = Math.Exp(figures.Average(one => Math.Log(one.Value)));
        var halves = figures.Select(HalfWidth).OfType<double>().ToList();
        var half = Math.Exp(halves.Count == figures.Count ? halves.Average() : double.PositiveInfinity);
        return double.IsFinite(half) ? new(mean, mean / half, mean * half) : new(mean, null, null);
    }

    /// <summary>The quotient of independent figures: half-widths of logarithms add up as squares.</summary>
    private static Estimate Quotient(Estimate a, Estimate b)
    {
        var ratio = a.Value / b.Value;
        if (HalfWidth(a) is not { } ofA || HalfWidth(b) is not { } ofB)
            return new(ratio, null, null);
        var half = Math.Exp(Math.Sqrt(ofA * ofA + ofB * ofB));
        return new(ratio, ratio / half, ratio * half);
    }

    /// <summary>The distance to the farther bound, as a logarithm; null where there is no interval.</summary>
    private static double? HalfWidth(Estimate it) =>
        it is { CiLow: > 0 and { } low, CiHigh: { } high }
            ? Math.Max(Math.Log(it.Value / low), Math.Log(high / it.Value))
            : null;

    private static bool IsOk(CellSummary cell) => cell.Status == CellStatus.Ok;
}
