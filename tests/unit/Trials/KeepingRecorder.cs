using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Tests.Trials;

/// <summary>Keeps what a run measures in a list.</summary>
internal sealed class KeepingRecorder(List<TrialRecord> kept, IReadOnlyList<Cell> cells, SuiteSettings settings)
    : ITrialRecorder
{
    public void Begin(BlockStart start) { }

    public void ShowFigures(Func<PartialFigures> figures) { }

    public void Keep(IReadOnlyList<TrialRecord> trials) => kept.AddRange(trials);

    public void Forget(Block block) { }

    public RoundReview Review(IReadOnlyList<TrialRecord> trials) =>
        new StoppingRules(settings, cells).Review(TrialChecks.Judge(cells, trials));
}
