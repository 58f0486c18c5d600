using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Evidence;

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
        select (pair.A, Ratios(pair.A, pair.B, Metric.Find(pair.A.Scenario.HeadlineMetric)!));

    /// <summary>Where a scenario's first cell failed or is not available, the next that did not takes its place, as in
    /// the plan of the blocks.</summary>
    public IEnumerable<(Cell A, Cell B)> Pairs() =>
        from scenario in cells.GroupBy(c => c.Scenario)
        let baseline = scenario.FirstOrDefault(c => _byCell[c.Id].HasNotFailed) ?? scenario.First()
        from other in scenario
        where other != baseline
        select (other, baseline);

    /// <summary>One ratio a round; both sides from slices, or both from unbroken stretches of the same block.</summary>
    public IReadOnlyList<double> Ratios(Cell a, Cell b, Metric metric)
    {
        var (evidenceA, evidenceB) = (_byCell[a.Id], _byCell[b.Id]);
        var ratios =
            from trialA in evidenceA.Ok
            join trialB in evidenceB.Ok on trialA.Block equals trialB.Block
            let sliced = evidenceA.IsSliced
                && evidenceB.IsSliced
                && trialA.Slices is not null
                && trialB.Slices is not null
            let valueA = metric.Estimation.OfStretch(sliced ? trialA.Slices! : trialA.Unbroken!)
            let valueB = metric.Estimation.OfStretch(sliced ? trialB.Slices! : trialB.Unbroken!)
            where valueA > 0 && valueB > 0
            orderby trialA.Round
            select valueA.Value / valueB.Value;
        return ratios.ToList();
    }
}
