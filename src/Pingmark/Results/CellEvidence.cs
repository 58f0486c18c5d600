using Pingmark.Statistics;
using Pingmark.Suites;

namespace Pingmark.Results;

/// <summary>All trials of one cell, and which part of them its figures come from.</summary>
public sealed class CellEvidence(Cell cell, IReadOnlyList<TrialRecord> records)
{
    /// <summary>Sliced and unsliced rates are a tie while their ratio's interval touches this range.</summary>
    private const double Tolerance = 0.03;
    private const int RoundsToJudge = 3;

    private readonly IReadOnlyList<TrialRecord> _ok = records
        .Where(r => r.Status == "ok" && r.Unbroken is not null)
        .ToList();

    public Cell Cell { get; } = cell;
    public IReadOnlyList<TrialRecord> Records { get; } = records;
    public IReadOnlyList<TrialRecord> Ok => _ok;
    public bool HasNotFailed => Records.All(r => r.Status == "ok");

    /// <summary>Slicing is earned: true when the rate in slices is not the rate of the unbroken stretch.</summary>
    public bool SlicingMisleads =>
        SlicedToUnbroken is { CiLow: { } low, CiHigh: { } high } && (low > 1 + Tolerance || high < 1 - Tolerance);

    /// <summary>Rate in slices relative to the unbroken rate, over rounds; null until there are three.</summary>
    public Estimate? SlicedToUnbroken
    {
        get
        {
            var ratios = ByRound(_ok.Where(r => r.Slices is not null))
                .Select(round =>
                    Math.Exp(round.Average(r => Math.Log(r.Slices!.ThroughputPerS / r.Unbroken!.ThroughputPerS)))
                )
                .ToList();
            return ratios.Count < RoundsToJudge ? null : ConfidenceInterval.OfGeometricMean(ratios);
        }
    }

    public bool IsSliced => _ok.Any(r => r.Slices is not null) && !SlicingMisleads;

    /// <summary>Where ratios, rates and medians come from: slices where slicing is earned, else the unbroken
    /// stretch.</summary>
    public Stretch Primary(TrialRecord record) => IsSliced && record.Slices is { } slices ? slices : record.Unbroken!;

    public IReadOnlyList<IReadOnlyList<Stretch>> PrimaryByRound() =>
        ByRound(_ok).Select(round => (IReadOnlyList<Stretch>)round.Select(Primary).ToList()).ToList();

    public IReadOnlyList<IReadOnlyList<Stretch>> UnbrokenByRound() =>
        ByRound(_ok).Select(round => (IReadOnlyList<Stretch>)round.Select(r => r.Unbroken!).ToList()).ToList();

    /// <summary>Every stretch that was counted, for totals.</summary>
    public IEnumerable<Stretch> All() => _ok.SelectMany(r => new[] { r.Slices, r.Unbroken }).OfType<Stretch>();

    private static IEnumerable<IGrouping<int, TrialRecord>> ByRound(IEnumerable<TrialRecord> trials) =>
        trials.GroupBy(r => r.Round).OrderBy(g => g.Key);
}

/// <summary>The trials of a run, by cell, with the pairs that were measured in one block.</summary>
public sealed class RunEvidence(IReadOnlyList<Cell> cells, IReadOnlyList<TrialRecord> records)
{
    private readonly Dictionary<string, CellEvidence> _byCell = cells.ToDictionary(
        c => c.Id,
        c => new CellEvidence(c, records.Where(r => r.Cell == c.Id).ToList())
    );

    public CellEvidence Of(string cellId) => _byCell[cellId];

    /// <summary>Each cell beside its scenario's baseline, with one ratio a round of the scenario's headline
    /// metric.</summary>
    public IEnumerable<(Cell A, IReadOnlyList<double> Ratios)> HeadlineRatios() =>
        from pair in Pairs()
        where _byCell[pair.A.Id].HasNotFailed && _byCell[pair.B.Id].HasNotFailed
        select (pair.A, Ratios(pair.A, pair.B, Metrics.ByName(pair.A.Scenario.HeadlineMetric)));

    /// <summary>Where a scenario's first cell failed or is not available, the next that did not takes its place, as in
    /// the plan of the blocks.</summary>
    public IEnumerable<(Cell A, Cell B)> Pairs() =>
        from scenario in cells.GroupBy(c => c.Scenario)
        let baseline = scenario.FirstOrDefault(c => _byCell[c.Id].HasNotFailed) ?? scenario.First()
        from other in scenario
        where other != baseline
        select (other, baseline);

    /// <summary>One ratio a round; both sides from slices, or both from unbroken stretches of the same block.</summary>
    public IReadOnlyList<double> Ratios(Cell a, Cell b, Func<Stretch, double?> metric)
    {
        var (evidenceA, evidenceB) = (_byCell[a.Id], _byCell[b.Id]);
        var ratios =
            from trialA in evidenceA.Ok
            join trialB in evidenceB.Ok on trialA.Block equals trialB.Block
            let sliced = evidenceA.IsSliced
                && evidenceB.IsSliced
                && trialA.Slices is not null
                && trialB.Slices is not null
            let valueA = metric(sliced ? trialA.Slices! : trialA.Unbroken!)
            let valueB = metric(sliced ? trialB.Slices! : trialB.Unbroken!)
            where valueA > 0 && valueB > 0
            orderby trialA.Round
            select valueA.Value / valueB.Value;
        return ratios.ToList();
    }
}
