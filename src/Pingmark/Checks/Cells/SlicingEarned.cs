using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Notes that slices were given up for a cell, and why.</summary>
internal sealed class SlicingEarned()
    : CellCheck(
        "slicing-not-earned",
        "The cell runs at another rate in slices than in one piece, so that its figures come from whole trials.",
        "Nothing is wrong; its comparisons are wider, and more rounds narrow them."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.SlicingMisleads
            ? Note(
                "in slices it runs at {ratio} of its rate in continuous windows, so that its figures come from whole "
                    + "trials: its intervals are wider, and more rounds narrow them",
                Factor("ratio", evidence.SlicedToContinuous!.Value)
            )
            : null;
}
