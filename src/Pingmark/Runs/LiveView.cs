using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Statistics;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Shows on a terminal, while a run measures, how far it is, the cells at work, and every cell's figure and
/// ratio with intervals that narrow. It is drawn between blocks, and twice a second at most between slices, when
/// nothing is measured.</summary>
/// <param name="clock">Tells how much time has passed; null: this machine's.</param>
internal sealed class LiveView(ProgressLog progress, IReadOnlyList<Cell> cells, TimeProvider? clock = null) : IRunView
{
    /// <summary>The rows that are kept for steps above, and for what is no cell.</summary>
    private const int OtherRows = 5;

    /// <summary>The time that is left below which nobody foresees it.</summary>
    private const int FewSeconds = 10;

    /// <summary>What a cell has all of whose trials are not to be used: another round may mend it.</summary>
    private const string Withheld = "withheld";

    private static readonly TimeSpan BetweenDrawings = TimeSpan.FromSeconds(0.5);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private readonly List<TrialRecord> _records = [];
    private readonly LiveRows _rows = new(cells);
    private readonly long _beganAt = (clock ?? TimeProvider.System).GetTimestamp();
    private IReadOnlyList<LiveRow> _known = [];
    private BlockBegin? _block;
    private long _blockAt,
        _drawnAt;

    public void Add(IReadOnlyList<TrialRecord> records) => _records.AddRange(records);

    public void ShowBlock(BlockBegin begin)
    {
        (_block, _blockAt) = (begin, _clock.GetTimestamp());
        _known = Known().ToList();
        Draw("", _known);
    }

    /// <summary>Shows the first figures of cells that have no better ones.</summary>
    public void Watch(Func<PartialFigures> figures)
    {
        if (_block is null || _clock.GetElapsedTime(_drawnAt) < BetweenDrawings)
            return;
        var (doing, partial) = figures();
        var of = partial.ToDictionary(figure => figure.Cell.Id);
        Draw(
            doing,
            _known.Select(row => row.IsKnown || !of.TryGetValue(row.Cell.Id, out var figure) ? row : Partial(figure))
        );
    }

    private void Draw(string doing, IEnumerable<LiveRow> rows)
    {
        _drawnAt = _clock.GetTimestamp();
        var (columns, height) = progress.Size;
        var working = _block!.Block.Cells.Select(cell => cell.Id).ToHashSet();
        progress.View([
            new(LiveBar.Draw(Share, [Left, _block.Place, doing], columns - 1)),
            .. _rows.Lines(rows.ToList(), working, columns, height - OtherRows),
        ]);
    }

    private TimeSpan LeftTime => TimeSpan.FromTicks(_block!.LeftNs / 100) - _clock.GetElapsedTime(_blockAt);

    private string Left =>
        LeftTime.TotalSeconds switch
        {
            <= 0 => "about to end",
            < FewSeconds => $"less than {FewSeconds} s left",
            var seconds => $"about {NumberText.RoughlyElapsed(seconds)} left",
        };

    private double Share =>
        _clock.GetElapsedTime(_beganAt) is var spent && LeftTime > TimeSpan.Zero ? spent / (spent + LeftTime) : 1;

    private IEnumerable<LiveRow> Known()
    {
        var evidence = new RunEvidence(cells, TrialChecks.Judge(cells, _records));
        var headlines = evidence.HeadlineRatios().ToList();
        var ratios = headlines
            .Zip(LogarithmEstimates.EstimateRatios(headlines.Select(headline => headline.Ratios).ToList()))
            .ToDictionary(pair => pair.First.A.Id, pair => pair.Second?.Estimate());
        return cells.Select(cell => new LiveRow(
            cell,
            Figure(evidence.ForCell(cell.Id)),
            ratios.GetValueOrDefault(cell.Id) is { } ratio ? EstimateText.RatioWithInterval(ratio) : ""
        ));
    }

    private static string Figure(CellEvidence evidence)
    {
        if (evidence.Records.FirstOrDefault(record => record.Status != CellStatus.Ok) is { } problem)
            return problem.Status.Word();
        if (evidence.Records.Any() && evidence.Ok.Count == 0)
            return Withheld;
        var metric = Metric.Find(evidence.Cell.Scenario.HeadlineMetric)!;
        return evidence.Ok.Count > 0 && Estimates.Compute(metric, evidence).Estimate is { } estimate
            ? EstimateText.WithInterval(estimate, metric.Format)
            : NumberText.Missing;
    }

    private static LiveRow Partial(PartialFigure figure) =>
        figure.RatePerS is { } rate && figure.Cell.Scenario.HeadlineMetric == Metric.Throughput.Key
            ? new(
                figure.Cell,
                Metric.Throughput.Format(rate),
                figure.ToBaseline is { } ratio ? EstimateText.RatioWithInterval(ratio) : ""
            )
            : new(figure.Cell, NumberText.Missing, "");
}
