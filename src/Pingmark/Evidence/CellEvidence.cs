using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>All trials of one cell, and which part of them its figures come from.</summary>
/// <param name="trials">The trials, each with what the checks of single trials found, which decides whether it
/// counts.</param>
public sealed class CellEvidence(Cell cell, IReadOnlyList<JudgedTrial> trials)
{
    /// <summary>Slices are trusted while the interval of their rate relative to continuous windows comes this close to
    /// 1.</summary>
    private const double SlicingTolerance = 0.03;
    private const int MinRoundsToJudgeSlicing = 3;

    private IReadOnlyList<TrialRecord>? _ok;

    /// <summary>Each comparison of each metric asks for it.</summary>
    private double? _unsettledLog;

    public Cell Cell { get; } = cell;
    public IReadOnlyList<TrialRecord> Records { get; } = [.. trials.Select(judged => judged.Trial)];

    /// <summary>Trials that were measured to their end, withheld ones included.</summary>
    public IReadOnlyList<JudgedTrial> Judged { get; } = [.. trials.Where(judged => judged.WasMeasured)];

    /// <summary>The trials that figures come from: all that were measured, without those that a check
    /// withholds.</summary>
    public IReadOnlyList<TrialRecord> Ok =>
        _ok ??= Judged.Where(judged => !judged.WithholdingFindings.Any()).Select(judged => judged.Trial).ToList();

    public int Withheld => Judged.Count - Ok.Count;

    /// <summary>What checks found of its trials, one entry for each trial and finding.</summary>
    public IEnumerable<Finding> TrialFindings => Judged.SelectMany(judged => judged.Findings);

    public bool HasNotFailed => Records.All(r => r.Status == CellStatus.Ok);

    /// <summary>What shows that the cell had no one rate while it was measured; null where nothing does.</summary>
    public Unsettled? Unsettled => Settling.SignOf(this);

    /// <summary>The logarithm of the change of the rate while the cell was measured, beyond noise; 0 where none was
    /// seen. A figure's logarithm may be off by anything within ± this (JCGM 100:2008, 4.3.7).</summary>
    public double UnsettledLog => _unsettledLog ??= Settling.LogOf(this);

    /// <summary>What <see cref="UnsettledLog"/> adds to the variance of a figure's logarithm.</summary>
    public double UnsettledVariance => UnsettledLog * UnsettledLog / 3;

    /// <summary>Whether the rate in slices is not the rate of the continuous window, so that slices must not be
    /// used.</summary>
    public bool SlicingMisleads =>
        SlicedToContinuous is { CiLow: { } low, CiHigh: { } high }
        && (low > 1 + SlicingTolerance || high < 1 - SlicingTolerance);

    /// <summary>The rate in slices relative to the rate in continuous windows, over rounds; null until there are
    /// three.</summary>
    public Estimate? SlicedToContinuous
    {
        get
        {
            var ratios = ByRound(Ok.Where(r => r.Slices is not null))
                .Select(round =>
                    Math.Exp(round.Average(r => Math.Log(r.Slices!.ThroughputPerS / r.Unbroken!.ThroughputPerS)))
                )
                .ToList();
            return ratios.Count < MinRoundsToJudgeSlicing ? null : ConfidenceInterval.OfGeometricMean(ratios);
        }
    }

    public bool IsSliced => Ok.Any(r => r.Slices is not null) && !SlicingMisleads;

    /// <summary>The window that ratios, rates, means and costs come from: the slices where these can be trusted,
    /// otherwise the continuous window.</summary>
    public CountedWindow Primary(TrialRecord record) =>
        IsSliced && record.Slices is { } slices ? slices : record.Unbroken!;

    public IReadOnlyList<IReadOnlyList<CountedWindow>> PrimaryByRound() =>
        ByRound(Ok).Select(round => (IReadOnlyList<CountedWindow>)round.Select(Primary).ToList()).ToList();

    public IReadOnlyList<IReadOnlyList<CountedWindow>> ContinuousWindowsByRound() =>
        ByRound(Ok).Select(round => (IReadOnlyList<CountedWindow>)round.Select(r => r.Unbroken!).ToList()).ToList();

    /// <summary>Whether all sliced trials have the figure slice by slice.</summary>
    public bool TellsSlices(Estimation estimation) =>
        IsSliced && estimation.OfSlices is { } ofSlices && Sliced.All(trial => ofSlices(trial) is not null);

    /// <summary>For each sliced round, values whose mean is the logarithm of its figure and whose scatter is the
    /// relative scatter of its slices; null where the figure does not come from slices.</summary>
    public LogarithmsByRound? SlicesOf(Estimation estimation) =>
        TellsSlices(estimation)
            ? LogarithmsByRound.Alone(LogsOfSlices(estimation)) with
            {
                ExtraVariance = UnsettledVariance,
            }
            : null;

    /// <summary>For each round the logarithms of a figure: one of each slice, or a single one.</summary>
    /// <param name="fromSlices">Whether the figure may come from slices; false for one that is compared with a figure
    /// of whole trials.</param>
    public IReadOnlyList<LogarithmsOfRound> LogsByRound(Metric metric, bool fromSlices) =>
        fromSlices && TellsSlices(metric.Estimation)
            ? LogsOfSlices(metric.Estimation)
            : ByRound(Ok)
                .Select(round =>
                    (
                        round.Key,
                        Values: round
                            .Select(trial =>
                                metric.Estimation.ValueOf(
                                    fromSlices && metric.Estimation.MayBeSliced ? Primary(trial) : trial.Unbroken!
                                )
                            )
                            .Where(value => value > 0)
                            .Select(value => Math.Log(value!.Value))
                            .ToList()
                    )
                )
                .Where(round => round.Values.Count > 0)
                .Select(round => new LogarithmsOfRound(round.Key, [round.Values.Average()]))
                .ToList();

    private IEnumerable<TrialRecord> Sliced => Ok.Where(r => r.Slices is not null && r.SliceRatesPerS.Count > 0);

    private List<LogarithmsOfRound> LogsOfSlices(Estimation estimation) =>
        ByRound(Sliced)
            .Select(round => (round.Key, Slices: round.SelectMany(trial => estimation.OfSlices!(trial)!).ToList()))
            .Where(round => round.Slices.Any(value => value > 0))
            .Select(round => (round.Key, Mean: round.Slices.Average(), round.Slices))
            .Select(round => new LogarithmsOfRound(
                round.Key,
                round.Slices.Select(value => Math.Log(round.Mean) + value / round.Mean - 1).ToList()
            ))
            .ToList();

    /// <summary>Every window that was counted, for totals.</summary>
    public IEnumerable<CountedWindow> All() =>
        Ok.SelectMany(r => new[] { r.Slices, r.Unbroken }).OfType<CountedWindow>();

    private static IEnumerable<IGrouping<int, TrialRecord>> ByRound(IEnumerable<TrialRecord> trials) =>
        trials.GroupBy(r => r.Round).OrderBy(g => g.Key);
}
