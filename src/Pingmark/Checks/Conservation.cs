using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// CPU time is conserved: a side can't use more than its cores, so its cost a message times the rate can't exceed them.
/// Where it does, time that no message needed was charged to them. What grows can't have become less, either.
/// </summary>
internal sealed class Conservation : ITrialAudit
{
    /// <summary>Rates and costs are read at slightly different moments.</summary>
    private const double Tolerance = 1.05;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        foreach (var side in SideFigures.Of(trial))
        {
            if (side.Usage is { } usage && Negative(usage) is { } what)
                return Invalid($"the {side.Name}'s {what} became less while it was measured");
            if (side.Cost is { CpuNs: < 0 })
                return Invalid($"the {side.Name}'s CPU time became less while it was measured");
            // Waiting for what is lost costs a spinning side time in which no message flows.
            if (side is not { Cost.CpuNsPerMessage: { } cost, Cores: { } cores } || side.Stretch.Lost > 0)
                continue;
            var used = cost * side.Stretch.ThroughputPerS / 1e9;
            if (used > Tolerance * cores)
                return Invalid(
                    $"the {side.Name}'s CPU time a message ({NumberText.Duration(cost)}) times the rate "
                        + $"({NumberText.Rate(side.Stretch.ThroughputPerS)}) is {NumberText.Number(used)} cores, "
                        + $"and it "
                        + $"has {cores}: time was charged to messages that did not need it"
                );
        }
        return null;
    }

    private static string? Negative(Usage used) =>
        used.CpuNs < 0 ? "CPU time"
        : used.Messages < 0 ? "count of messages"
        : used.ContextSwitches < 0 ? "count of context switches"
        : used.GcCount < 0 || used.GcPauseNs < 0 ? "account of collections"
        : used.AllocatedBytes < 0 ? "count of allocated bytes"
        : null;

    private static Note Invalid(string text) => new("conservation", AuditVerdict.Invalid, text);
}
