using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Tells line by line, where there is no terminal, which block is measured, and every few seconds its first
/// figures.</summary>
/// <param name="clock">Tells how much time has passed; null: this machine's.</param>
internal sealed class LineView(ProgressLog progress, IReadOnlyList<Cell> cells, TimeProvider? clock = null) : IRunView
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromSeconds(5);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private readonly List<Scenario> _scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();
    private long _toldAt;

    public void Add(IReadOnlyList<TrialRecord> records) { }

    /// <summary>Tells the block: <c>round 1/5, block 2/4, 1 connection x 1 in flight, 32 B: cpp/tcp-epoll,
    /// java/tcp-nio</c>.</summary>
    public void ShowBlock(BlockBegin begin) =>
        Tell(
            $"{begin.Place}, {ScenarioText.Title(begin.Block.Baseline.Scenario, _scenarios)}: "
                + string.Join(", ", begin.Block.Cells.Select(LiveRows.Name))
        );

    /// <summary>Tells first figures: <c>measuring: cpp/tcp-epoll 102 k/s, java/tcp-nio 101 k/s 0.99x ± 2
    /// %</c>.</summary>
    public void Watch(Func<PartialFigures> figures)
    {
        if (_clock.GetElapsedTime(_toldAt) < BetweenLines)
            return;
        var (doing, partial) = figures();
        var known = partial.Where(figure => figure.RatePerS is not null).Select(Text).ToList();
        Tell(known.Count == 0 ? doing : $"{doing}: {string.Join(", ", known)}");
    }

    private void Tell(string text)
    {
        _toldAt = _clock.GetTimestamp();
        progress.Step(text);
    }

    private static string Text(PartialFigure figure) =>
        $"{LiveRows.Name(figure.Cell)} {Metric.Throughput.Format(figure.RatePerS!.Value)}"
        + (figure.ToBaseline is { } ratio ? $" {EstimateText.RatioWithInterval(ratio)}" : "");
}
