using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Keeps the trials of a run in its folder, decides with its stopping rules what is still needed, and shows
/// how far the run is.</summary>
internal sealed class RunRecorder : ITrialRecorder
{
    private readonly RunFolder _folder;
    private readonly IReadOnlyList<Cell> _cells;
    private readonly StoppingRules _rules;
    private readonly ProgressLog _progress;

    /// <summary>The view on a terminal; null where there is none, so that steps are told line by line.</summary>
    private readonly LiveView? _live;

    /// <param name="earlier">The trials that are kept already.</param>
    public RunRecorder(PlannedRun plan, RunFolder folder, IEnumerable<TrialRecord> earlier, ProgressLog progress)
    {
        (_folder, _cells, _progress) = (folder, plan.Cells, progress);
        _rules = new(plan.Suite.Settings, plan.Cells);
        _live = progress.IsTerminal ? new LiveView(progress, plan.Cells) : null;
        _live?.Add([.. earlier.Where(trial => trial.Round > 0)]);
    }

    public void Begin(BlockBegin begin)
    {
        if (_live is null)
            _progress.Step(Text(begin));
        else
            _live.ShowBlock(begin);
    }

    public void Watch(Func<PartialFigures> figures) => _live?.Watch(figures);

    /// <summary>The block in a line: <c>round 1/5, block 2/4, 1 connection x 1 in flight, 32 B: cpp/tcp-epoll,
    /// java/tcp-nio</c>.</summary>
    private string Text(BlockBegin begin)
    {
        var scenarios = _cells.Select(cell => cell.Scenario).Distinct().ToList();
        return $"{begin.Place}, {ScenarioText.Title(begin.Block.Baseline.Scenario, scenarios)}: "
            + string.Join(", ", begin.Block.Cells.Select(LiveRows.Name));
    }

    public void Keep(IReadOnlyList<TrialRecord> trials)
    {
        _folder.Append(trials);
        _live?.Add(trials);
    }

    public void Forget(Block block) => _folder.Forget(trial => trial.Round > 0 && trial.Block == block.Number);

    public RoundReview Review(IReadOnlyList<TrialRecord> trials) => _rules.Review(TrialChecks.Judge(_cells, trials));
}
