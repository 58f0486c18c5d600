using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Checks that who had the cores adds up to the time that there was.</summary>
internal sealed class CpuAccounted()
    : TrialCheck(
        "cpu-accounted",
        "What the sides, soft interrupts, the hypervisor, others and idling had of the cores adds up to more than 5 % "
            + "beyond the time that there was.",
        "Use costs with care: somebody is charged with time of others."
    )
{
    private const double Tolerance = 0.05;

    /// <summary>The uncertainty of the time in /proc/stat, which counts in ticks of 10 ms a core, at both
    /// ends.</summary>
    private const double ResolutionNs = 20_000_000;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial is { OnTwoMachines: false, Unbroken: { AccountedNs: > 0 } window }
        && CpuAccount.FromWindows([window]) is { } account
        && account.Excess() > Tolerance + ResolutionNs / window.AccountedNs
            ? Warning(
                "who had the cores adds up to {sum} of the time that there was: costs are too high by as much",
                Share("sum", 1 + account.Excess())
            )
            : null;
}
