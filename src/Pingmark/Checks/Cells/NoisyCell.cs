using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells during most of which others had the cores. Where that is true of the run, it is said of the run
/// alone (<c>Runs.MachineInUse</c>).</summary>
internal sealed class NoisyCell()
    : CellCheck(
        Id,
        "Other processes had its cores in more than half of its slices: a quiet machine may give another figure.",
        "End what `top` shows, and measure again; `history` and `compare` leave it out.",
        needsNoCountedTrial: true,
        mark: Id
    )
{
    public const string Id = "noisy";

    protected override Finding? FindOne(CellEvidence evidence) =>
        Disturbance.In(evidence) is { IsNoisy: true } disturbance
            ? Warning(
                "noisy: other processes had its cores in {share} of its {parts}; a quiet machine may give another "
                    + "figure; `top` shows who it is",
                Share("share", disturbance.Share),
                Named("parts", disturbance.Parts)
            )
            : null;
}
