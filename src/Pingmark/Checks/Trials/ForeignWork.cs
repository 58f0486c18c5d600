using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials in whose continuous window other processes, or workers that should have waited, used the
/// cores.</summary>
internal sealed class ForeignWork()
    : TrialCheck(
        "foreign-work",
        "Processes that are not measured used the cores of the trial.",
        "End what `top` shows, or keep server and client on cores of their own (pin).",
        mayBeNoise: true,
        saidOnceBy: "machine-in-use"
    )
{
    /// <summary>The uncertainty of the time in /proc/stat, which counts in ticks of 10 ms a core.</summary>
    private const long ResolutionNs = 40_000_000;

    protected override Finding? FindOne(MeasuredTrial it) =>
        OutsidersShare.OfCoreTime(it.Trial) is { } share
        && share * OutsidersShare.CoreTimeNs(it.Trial) > ResolutionNs
        && SeverityOf(share, it.Trial) is var severity and >= FindingSeverity.Warning
            ? Find(
                severity,
                "other processes used {share} of its cores: its latency, rate and cost don't hold; `top` shows which",
                Share("share", share)
            )
            : null;

    /// <summary>A trial is withheld where they must have had its own cores.</summary>
    private static FindingSeverity SeverityOf(double share, TrialRecord trial) =>
        OutsidersShare.LeastOfCoreTime(trial) is { } least
        && OutsidersShare.OfCores.SeverityOf(least) == FindingSeverity.Withheld
            ? FindingSeverity.Withheld
            : OutsidersShare.OfCores.OrWarning(share);
}
