using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Tells line by line, where there is no terminal, the first figures of blocks: a line a block at most, and
/// not more than a few a minute.</summary>
/// <param name="clock">Tells how much time has passed; null: this machine's.</param>
internal sealed class LineView(ProgressLog progress, IReadOnlyList<Cell> cells, TimeProvider? clock = null) : IRunView
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromSeconds(10),
        BetweenLooks = TimeSpan.FromSeconds(2);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private readonly List<Scenario> _scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();
    private long _toldAt = (clock ?? TimeProvider.System).GetTimestamp(),
        _lookedAt = (clock ?? TimeProvider.System).GetTimestamp();

    /// <summary>The block that is measured, while nothing was told of it.</summary>
    private BlockBegin? _untold;

    public void Add(IReadOnlyList<TrialRecord> records) { }

    public void ShowBlock(BlockBegin begin) => _untold = begin;

    /// <summary>Tells first figures: <c>round 1/5, block 2/4, 1 connection x 1 in flight, 32 B: cpp/tcp-epoll 102 k/s,
    /// java/tcp-nio 101 k/s 0.99x ± 2 %</c>.</summary>
    public void Watch(Func<PartialFigures> figures)
    {
        if (
            _untold is null
            || _clock.GetElapsedTime(_toldAt) < BetweenLines
            || _clock.GetElapsedTime(_lookedAt) < BetweenLooks
        )
            return;
        _lookedAt = _clock.GetTimestamp();
        var (doing, partial) = figures();
        var known = partial.Where(figure => figure.RatePerS is not null).Select(Text).ToList();
        if (doing != PartialFigures.Measuring || known.Count == 0)
            return;
        progress.Step(
            $"{_untold.Place}, {ScenarioText.Title(_untold.Block.Baseline.Scenario, _scenarios)}: "
                + string.Join(", ", known)
        );
        (_toldAt, _untold) = (_clock.GetTimestamp(), null);
    }

    private static string Text(PartialFigure figure) =>
        $"{LiveRows.Name(figure.Cell)} {Metric.Throughput.Format(figure.RatePerS!.Value)}"
        + (figure.ToBaseline is { } ratio ? $" {EstimateText.RatioWithInterval(ratio)}" : "");
}
