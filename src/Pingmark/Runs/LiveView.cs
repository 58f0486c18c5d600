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

/// <summary>Shows a run on a terminal while it measures: its progress, the cells at work, and every cell's figure and
/// ratio. It is drawn between blocks, and twice a second at most between slices, when nothing is measured.</summary>
/// <param name="clock">The clock; null for this machine's.</param>
internal sealed class LiveView(ProgressLog progress, IReadOnlyList<Cell> cells, TimeProvider? clock = null) : IRunView
{
    /// <summary>The rows for steps above, and for what is no cell.</summary>
    private const int ReservedRows = 5;

    /// <summary>A shorter time can't be forecast.</summary>
    private const int MinForecastS = 10;

    /// <summary>Shown where no trial of a cell is usable; another round may have one.</summary>
    private const string Withheld = "withheld";

    private static readonly TimeSpan MinDrawInterval = TimeSpan.FromSeconds(0.5);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private readonly List<TrialRecord> _records = [];
    private readonly LiveRows _rows = new(cells);
    private readonly long _beganAt = (clock ?? TimeProvider.System).GetTimestamp();
    private IReadOnlyList<LiveRow> _known = [];
    private BlockStart? _block;
    private long _blockAt,
        _drawnAt;

    public void Add(IReadOnlyList<TrialRecord> records) => _records.AddRange(records);

    public void ShowBlock(BlockStart start)
    {
        (_block, _blockAt) = (start, _clock.GetTimestamp());
        _known = Known().ToList();
        Draw("", _known);
    }

    /// <summary>Shows the first figures of cells that have no better ones.</summary>
    public void ShowFigures(Func<PartialFigures> compute)
    {
        if (_block is null || _clock.GetElapsedTime(_drawnAt) < MinDrawInterval)
            return;
        var (activity, partial) = compute();
        var byCell = partial.ToDictionary(figure => figure.Cell.Id);
        Draw(
            activity,
            _known.Select(row =>
                row.IsKnown || !byCell.TryGetValue(row.Cell.Id, out var figure) ? row : Partial(figure)
            )
        );
    }

    private void Draw(string activity, IEnumerable<LiveRow> rows)
    {
        _drawnAt = _clock.GetTimestamp();
        var (columns, height) = progress.Size;
        var working = _block!.Block.Cells.Select(cell => cell.Id).ToHashSet();
        progress.View([
            new(LiveBar.Draw(Share, [Left, _block.Position, activity], columns - 1)),
            .. _rows.Lines(rows.ToList(), working, columns, height - ReservedRows),
        ]);
    }

    private TimeSpan RemainingTime => TimeSpan.FromTicks(_block!.RemainingNs / 100) - _clock.GetElapsedTime(_blockAt);

    private string Left =>
        RemainingTime.TotalSeconds switch
        {
            <= 0 => "about to end",
            < MinForecastS => $"less than {MinForecastS} s left",
            var seconds => $"about {NumberText.RoughlyElapsed(seconds)} left",
        };

    private double Share =>
        _clock.GetElapsedTime(_beganAt) is var spent && RemainingTime > TimeSpan.Zero
            ? spent / (spent + RemainingTime)
            : 1;

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
                figure.RatioToBaseline is { } ratio ? EstimateText.RatioWithInterval(ratio) : ""
            )
            : new(figure.Cell, NumberText.Missing, "");
}
