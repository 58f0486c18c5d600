using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>The trials of a run, by cell, with the pairs that were measured in one block.</summary>
public sealed class RunEvidence(IReadOnlyList<Cell> cells, IReadOnlyList<JudgedTrial> trials)
{
    private readonly Dictionary<string, CellEvidence> _byCell = cells.ToDictionary(
        c => c.Id,
        c => new CellEvidence(c, trials.Where(judged => judged.Trial.Cell == c.Id).ToList())
    );

    public CellEvidence ForCell(string cellId) => _byCell[cellId];

    /// <summary>Each cell beside its baseline, with the ratios of the scenario's headline
    /// metric.</summary>
    public IEnumerable<(Cell A, LogarithmsByRound Ratios)> HeadlineRatios() =>
        from pair in Pairs()
        where _byCell[pair.A.Id].HasNotFailed && _byCell[pair.B.Id].HasNotFailed
        select (pair.A, Ratios(pair.A, pair.B, Metric.Find(pair.A.Scenario.HeadlineMetric)!));

    /// <summary>Each cell with the baseline of its scenario and class. Where the first cell of these failed or is not
    /// available, the next that did not takes its place, as in the plan of the blocks.</summary>
    public IEnumerable<(Cell A, Cell B)> Pairs() =>
        from alike in cells.GroupBy(c => c.ComparedWithin)
        let baseline = alike.FirstOrDefault(c => _byCell[c.Id].HasNotFailed) ?? alike.First()
        from other in alike
        where other != baseline
        select (other, baseline);

    /// <summary>For each round the logarithms of the ratios of a to b in one block: slice by slice where both were
    /// sliced, otherwise of all their slices together or of their continuous windows.</summary>
    public LogarithmsByRound Ratios(Cell a, Cell b, Metric metric)
    {
        var (evidenceA, evidenceB) = (_byCell[a.Id], _byCell[b.Id]);
        var together = (
            from trialA in evidenceA.Ok
            join trialB in evidenceB.Ok on trialA.Block equals trialB.Block
            select (A: trialA, B: trialB)
        ).ToList();
        var sliced = together.Where(t => t.A.Slices is not null && t.B.Slices is not null).ToList();
        var ofEach = evidenceA.TellsSlices(metric.Estimation) && evidenceB.TellsSlices(metric.Estimation);
        var fromSlices =
            sliced.Count > 0 && (ofEach || metric.Estimation.MayBeSliced && evidenceA.IsSliced && evidenceB.IsSliced);
        Func<(TrialRecord A, TrialRecord B), IEnumerable<double>> logs =
            fromSlices && ofEach
                ? trials => Logs(metric.Estimation.OfSlices!(trials.A)!, metric.Estimation.OfSlices!(trials.B)!)
            : fromSlices ? trials => Logs(metric, trials.A.Slices!, trials.B.Slices!)
            : trials => Logs(metric, trials.A.Unbroken!, trials.B.Unbroken!);
        return new(
            (fromSlices ? sliced : together)
                .GroupBy(trials => trials.A.Round)
                .OrderBy(round => round.Key)
                .Select(round => (IReadOnlyList<double>)round.SelectMany(logs).ToList())
                .Where(round => round.Count > 0)
                .ToList()
        )
        {
            Kind = $"{a.Stack} {a.Client}",
            ExtraVariance = evidenceA.UnsettledVariance + evidenceB.UnsettledVariance,
        };
    }

    /// <summary>The logarithms of the ratios of two cells' slices, paired by the order in which they alternated. Their
    /// mean is the logarithm of the ratio of the mean rates, and their variance that of such a ratio, linearized (W. G.
    /// Cochran, <em>Sampling Techniques</em>, 1977, 6.5): a slice that stood still counts as no messages, where its own
    /// logarithm would outweigh all others.</summary>
    private static IEnumerable<double> Logs(IReadOnlyList<double> a, IReadOnlyList<double> b)
    {
        var passes = a.Zip(b).ToList();
        // Of one that stood still in all its slices, or has none, nothing is known but that.
        if (!passes.Any(pass => pass.First > 0) || !passes.Any(pass => pass.Second > 0))
            return [];
        var (meanA, meanB) = (passes.Average(pass => pass.First), passes.Average(pass => pass.Second));
        return passes.Select(pass => Math.Log(meanA / meanB) + pass.First / meanA - pass.Second / meanB);
    }

    private static IEnumerable<double> Logs(Metric metric, CountedWindow a, CountedWindow b) =>
        metric.Estimation.ValueOf(a) is > 0 and { } value && metric.Estimation.ValueOf(b) is > 0 and { } other
            ? [Math.Log(value / other)]
            : [];
}
