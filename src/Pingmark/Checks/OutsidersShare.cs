using Pingmark.Checks.Trials;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How much of the machine processes outside of the run had; checks of every scope take it, and its limits,
/// from here.</summary>
internal static class OutsidersShare
{
    /// <summary>The limits for others' share of the cores' time. Slices that alternate share it, so that ratios stay as
    /// they are, and a cell's own figures don't: beside one busy process on two cores a stack had half of its rate, ten
    /// times its p99, and with one connection a better median, for cores that others keep awake answer
    /// sooner.</summary>
    public static readonly Limits OfCores = new(0.02, MachineNoise.MostForeignShare, 1.0 / 3);

    /// <summary>The limits of that share for a trial to count as crowded. A window of 200 ms on two cores can't tell a
    /// tenth, for /proc/stat counts in ticks of 10 ms.</summary>
    private static readonly Limits OfCrowdedCores = OfCores with { Note = Limits.Never, Warning = 0.2 };

    /// <summary>The limits for others' share of the time in which a side's busiest thread was ready to run, and for the
    /// share of slices in which it waited for more than <see cref="RunQueue.Felt"/> of that time. One core of many can
    /// be all that a thread has, so this tells more about a figure than the share of all cores, and has other
    /// limits.</summary>
    public static readonly Limits OfWaiting = new(Limits.Never, RunQueue.Felt, 1.0 / 3);

    /// <summary>The share of crowded trials beyond which the run as a whole is crowded.</summary>
    private const double OfTrials = 1.0 / 3;

    public static bool IsTheRule(int trials, int all) => trials > OfTrials * all;

    /// <summary>Whether a cell's figures rest on trials in which others had its cores; of a cell that has none, whether
    /// such trials are why.</summary>
    public static bool IsCrowded(CellEvidence cell)
    {
        var trials = Counted(cell);
        return IsTheRule(trials.Count(trial => CrowdingIn(trial) > FindingSeverity.Ok), trials.Count);
    }

    /// <summary>Whether so much of a cell was crowded that its figures must not be used: its trials as a rule, or all
    /// of its slices together.</summary>
    public static bool IsOverrun(CellEvidence cell)
    {
        var trials = Counted(cell);
        return IsCrowded(cell)
            && (
                HadTheMachine(trials)
                || IsTheRule(
                    cell.Judged.Sum(judged => judged.Trial.CrowdedSlices),
                    cell.Judged.Sum(judged => judged.Trial.SliceRatesPerS.Count)
                )
            );
    }

    /// <summary>Whether so many of a run's trials were overrun that none of its figures is to be used, whichever trials
    /// these were: of a machine that is in use nobody knows when it is not.</summary>
    public static bool HadTheMachine(IReadOnlyList<TrialRecord> trials) =>
        IsTheRule(trials.Count(IsOverrun), trials.Count);

    /// <summary>Whether others had the cores for so much of a trial that its figures must not be used.</summary>
    public static bool IsOverrun(TrialRecord trial) => CrowdingIn(trial) == FindingSeverity.Withheld;

    private static IReadOnlyList<TrialRecord> Counted(CellEvidence cell) =>
        cell.Ok.Count > 0 ? cell.Ok : [.. cell.Judged.Select(judged => judged.Trial)];

    /// <summary>How crowded a trial is: a warning where that is to be told, withheld where it has no figure.</summary>
    public static FindingSeverity CrowdingIn(TrialRecord trial) =>
        LeastOfCoreTime(trial) is { } share && OfCrowdedCores.SeverityOf(share) > WaitingIn(trial)
            ? OfCrowdedCores.SeverityOf(share)
            : WaitingIn(trial);

    /// <summary>How much others used in some trials, in words that follow "others": the least and the most of the
    /// cores, where their continuous windows show it.</summary>
    public static Term Used(string name, IEnumerable<TrialRecord> trials)
    {
        var shares = trials.Select(OfCoreTime).OfType<double>().Where(share => share > 0).ToList();
        return new(
            name,
            shares.Count == 0 || shares.Max() < OfCores.Warning
                ? "had cores of this run"
                : $"used {new Quantity(name, shares.Min(), shares.Max(), NumberText.Percent).Text} of the cores"
        );
    }

    /// <summary>The share of the cores' time in the continuous window that neither side nor the controller used;
    /// because of ticks it may be a little below 0. Null where it is not known.</summary>
    public static double? OfCoreTime(TrialRecord trial) =>
        trial.Unbroken is { DurationNs: > 0 } unbroken
        && CpuNs(unbroken) is { } othersNs
        && CoreTimeNs(trial) is { } timeNs
            ? othersNs / timeNs
            : null;

    /// <summary>The share that they had at least: on a machine with more cores than the trial's they may have had the
    /// others first. Null where it is not known.</summary>
    public static double? LeastOfCoreTime(TrialRecord trial) =>
        OfCoreTime(trial) is { } share && SideFigures.CoresOfBoth(trial) is { } cores
            ? share - (double)((trial.Unbroken!.Host!.Cores ?? cores) - cores) / cores
            : null;

    /// <summary>The share over all continuous windows of some trials; null where it is known of none.</summary>
    public static double? OfCoreTime(IEnumerable<TrialRecord> trials)
    {
        var known = trials.Where(trial => OfCoreTime(trial) is not null).ToList();
        return known.Count == 0
            ? null
            : known.Sum(trial => OfCoreTime(trial) * CoreTimeNs(trial)) / known.Sum(CoreTimeNs);
    }

    /// <summary>CPU time of processes that are not measured, in ns; because of ticks it may be a little below 0. Null
    /// where it is not known.</summary>
    public static long? CpuNs(CountedWindow window) =>
        window is { Host: { } host, Server: { } server, Client: { } client }
            ? host.OfThreadsNs - server.CpuNs - client.CpuNs - window.ControllerCpuNs
            : null;

    public static double? CoreTimeNs(TrialRecord trial) =>
        SideFigures.CoresOfBoth(trial) is { } cores ? (double)cores * trial.Unbroken!.UsedInNs : null;

    /// <summary>The share of time that the busiest thread of each side waited for its core while neither side ran on
    /// it, and, without a side, the share of slices in which one did.</summary>
    public static IEnumerable<(string? Side, double Share)> OfWaitingIn(TrialRecord trial)
    {
        if (trial.Unbroken is not { DurationNs: > 0 } unbroken)
            yield break;
        var shared = trial.SharesCores;
        if (OfTime(unbroken.Server, unbroken.Client) is { } ofServer)
            yield return ("server", ofServer);
        if (OfTime(unbroken.Client, unbroken.Server) is { } ofClient)
            yield return ("client", ofClient);
        yield return (null, (double)trial.CrowdedSlices / Math.Max(1, trial.SliceRatesPerS.Count));

        double? OfTime(Usage? own, Usage? other) =>
            WaitedNs(own, other, shared) is { } waitedNs ? (double)waitedNs / unbroken.UsedInNs : null;
    }

    /// <summary>How long a side's busiest thread waited for its core while neither side ran on it, in ns; null where it
    /// is not known.</summary>
    /// <param name="shared">Whether both sides have the same cores.</param>
    public static long? WaitedNs(Usage? own, Usage? other, bool shared) =>
        own is { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } busiest }
            ? RunQueue.OutsidersNs(delay, busiest, own.CpuNs, shared ? other?.CpuNs ?? 0 : 0)
            : null;

    /// <summary>The severity of the worst of these shares.</summary>
    public static FindingSeverity WaitingIn(TrialRecord trial) =>
        OfWaitingIn(trial).Select(one => OfWaiting.SeverityOf(one.Share)).DefaultIfEmpty(FindingSeverity.Ok).Max();
}
