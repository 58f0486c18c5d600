using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// What neither side nor the controller used of the cores' time during the unbroken stretch: other processes, and
/// workers that should have waited. Slices that alternate share it, so that it widens intervals and leaves ratios;
/// where others had most of the machine nothing was measured.
/// </summary>
internal sealed class ForeignWork : ITrialAudit
{
    private const double Felt = 0.05,
        Most = 0.75;

    /// <summary>/proc/stat counts in ticks of 10 ms a core.</summary>
    private const long ResolutionNs = 40_000_000;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell) =>
        Share(trial) is not { } share || share * CoreTimeNs(trial) <= ResolutionNs || share <= Felt
            ? null
            : new(
                "foreign-work",
                share > Most ? AuditVerdict.Invalid : AuditVerdict.Warning,
                $"processes that are not measured used as much CPU time as {NumberText.Percent(share)} of its cores "
                    + "have; `top` shows them"
            );

    /// <summary>Of the time of the trial's cores; by ticks it may be a little below 0. Null: not known.</summary>
    public static double? Share(TrialRecord trial) =>
        trial.Unbroken is { DurationNs: > 0 } unbroken
        && OfOthersNs(unbroken) is { } othersNs
        && CoreTimeNs(trial) is { } timeNs
            ? othersNs / timeNs
            : null;

    /// <summary>CPU time of processes that are not measured; by ticks it may be a little below 0. Null: not
    /// known.</summary>
    public static long? OfOthersNs(Stretch stretch) =>
        stretch is { Host: { } host, Server: { } server, Client: { } client }
            ? host.OfThreadsNs - server.CpuNs - client.CpuNs - stretch.ControllerCpuNs
            : null;

    private static double? CoreTimeNs(TrialRecord trial) =>
        SideFigures.CoresOfBoth(trial) is { } cores ? (double)cores * trial.Unbroken!.UsedInNs : null;
}
