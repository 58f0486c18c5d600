using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>Says when slices were given up for a cell, and why.</summary>
internal sealed class SlicingEarned : IAudit
{
    public Note? Judge(CellEvidence evidence) =>
        evidence.SlicingMisleads
            ? new(
                "slicing-not-earned",
                AuditVerdict.Note,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"in slices it runs at {evidence.SlicedToUnbroken!.Value:0.00}x of its unbroken "
                        + $"rate, so its figures come from whole trials, whose comparisons are wider"
                )
            )
            : null;
}
