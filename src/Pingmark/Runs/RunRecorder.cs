using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Keeps the trials of a run in its folder, judges by its stopping rules what is still needed, and shows the
/// progress.</summary>
internal sealed class RunRecorder : ITrialRecorder
{
    private readonly RunFolder _folder;
    private readonly IReadOnlyList<Cell> _cells;
    private readonly StoppingRules _rules;
    private readonly IRunView _view;

    /// <param name="earlier">The trials that are kept already.</param>
    public RunRecorder(PlannedRun plan, RunFolder folder, IEnumerable<TrialRecord> earlier, ProgressLog progress)
    {
        (_folder, _cells) = (folder, plan.Cells);
        _rules = new(plan.Suite.Settings, plan.Cells);
        _view = progress.IsTerminal ? new LiveView(progress, plan.Cells) : new LineView(progress, plan.Cells);
        _view.Add([.. earlier.Where(trial => trial.Round > 0)]);
    }

    public void Begin(BlockStart start) => _view.ShowBlock(start);

    public void ShowFigures(Func<PartialFigures> compute) => _view.ShowFigures(compute);

    public void Keep(IReadOnlyList<TrialRecord> trials)
    {
        _folder.Append(trials);
        _view.Add(trials);
    }

    public void Forget(Block block) => _folder.RemoveTrials(trial => trial.Round > 0 && trial.Block == block.Number);

    public RoundReview Review(IReadOnlyList<TrialRecord> trials) => _rules.Review(TrialChecks.Judge(_cells, trials));
}

/// <summary>Shows the progress of a run.</summary>
internal interface IRunView
{
    /// <summary>Adds finished trials.</summary>
    void Add(IReadOnlyList<TrialRecord> records);

    void ShowBlock(BlockStart start);

    /// <summary>Called between measurements; the argument computes the block's first figures.</summary>
    void ShowFigures(Func<PartialFigures> compute);
}

/// <summary>Writes the first figures of blocks as lines, where there is no terminal: one for each block at most, and a
/// few each minute.</summary>
/// <param name="clock">The clock; null for this machine's.</param>
internal sealed class LineView(ProgressLog progress, IReadOnlyList<Cell> cells, TimeProvider? clock = null) : IRunView
{
    private static readonly TimeSpan MinLineInterval = TimeSpan.FromSeconds(10),
        MinLookInterval = TimeSpan.FromSeconds(2);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private readonly List<Scenario> _scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();
    private long _writtenAt = (clock ?? TimeProvider.System).GetTimestamp(),
        _lookedAt = (clock ?? TimeProvider.System).GetTimestamp();

    /// <summary>The block that is measured; null once its line is written.</summary>
    private BlockStart? _block;

    public void Add(IReadOnlyList<TrialRecord> records) { }

    public void ShowBlock(BlockStart start) => _block = start;

    /// <summary>Writes a line: <c>round 1/5, block 2/4, 1 connection x 1 in flight, 32 B: cpp/tcp-epoll 102 k/s,
    /// java/tcp-nio 101 k/s 0.99x ± 2 %</c>.</summary>
    public void ShowFigures(Func<PartialFigures> compute)
    {
        if (
            _block is null
            || _clock.GetElapsedTime(_writtenAt) < MinLineInterval
            || _clock.GetElapsedTime(_lookedAt) < MinLookInterval
        )
            return;
        _lookedAt = _clock.GetTimestamp();
        var (activity, partial) = compute();
        var known = partial.Where(figure => figure.RatePerS is not null).Select(Text).ToList();
        if (activity != PartialFigures.Measuring || known.Count == 0)
            return;
        progress.Step(
            $"{_block.Position}, {ScenarioText.Title(_block.Block.Baseline.Scenario, _scenarios)}: "
                + string.Join(", ", known)
        );
        (_writtenAt, _block) = (_clock.GetTimestamp(), null);
    }

    private static string Text(PartialFigure figure) =>
        $"{LiveRows.Name(figure.Cell)} {Metric.Throughput.Format(figure.RatePerS!.Value)}"
        + (figure.RatioToBaseline is { } ratio ? $" {EstimateText.RatioWithInterval(ratio)}" : "");
}
