using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
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
    private readonly IRunView _view;

    /// <param name="earlier">The trials that are kept already.</param>
    public RunRecorder(PlannedRun plan, RunFolder folder, IEnumerable<TrialRecord> earlier, ProgressLog progress)
    {
        (_folder, _cells) = (folder, plan.Cells);
        _rules = new(plan.Suite.Settings, plan.Cells);
        _view = progress.IsTerminal ? new LiveView(progress, plan.Cells) : new LineView(progress, plan.Cells);
        _view.Add([.. earlier.Where(trial => trial.Round > 0)]);
    }

    public void Begin(BlockBegin begin) => _view.ShowBlock(begin);

    public void Watch(Func<PartialFigures> figures) => _view.Watch(figures);

    public void Keep(IReadOnlyList<TrialRecord> trials)
    {
        _folder.Append(trials);
        _view.Add(trials);
    }

    public void Forget(Block block) => _folder.RemoveTrials(trial => trial.Round > 0 && trial.Block == block.Number);

    public RoundReview Review(IReadOnlyList<TrialRecord> trials) => _rules.Review(TrialChecks.Judge(_cells, trials));
}
