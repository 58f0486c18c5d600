using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A clock that the CPU itself keeps takes some 20 ns to read, one that a device or the kernel has to be asked
/// for up to a microsecond.</summary>
internal sealed class ClockCost()
    : MachineCheck(
        "clock",
        "Each message pays a clock reading of over 100 ns (warning: 400).",
        "Choose another clock source; tsc is the cheapest."
    )
{
    private static readonly Limits OfReadingNs = new(100, 400);

    protected override Finding? FindOne(MachineFacts facts) =>
        FindWithMend(
            OfReadingNs.SeverityOf(facts.ClockReadNs),
            "/sys/devices/system/clocksource/clocksource0/available_clocksource lists others; tsc is the cheapest "
                + "(kernel parameter clocksource=tsc)",
            "A reading of the clock ({source}) takes {reading}; its resolution is "
                + (facts.ClockStepNs is null ? "not known." : "{step}."),
            Named("source", facts.ClockSource ?? "unknown source"),
            Duration("reading", facts.ClockReadNs),
            Duration("step", facts.ClockStepNs ?? 0)
        );
}

/// <summary>Server, client and controller each need a core of their own, and two hyper-threads of one core are half a
/// core each.</summary>
internal sealed class CoreCount()
    : MachineCheck(
        "cores",
        "There are fewer than three cores, or some are hyper-threads of one core.",
        "Use three cores or more, and pin server and client to different ones (pin)."
    )
{
    private const int Enough = 3;

    protected override Finding? FindOne(MachineFacts facts)
    {
        var shared = facts
            .Siblings.Distinct()
            .Where(s => CoreList.Parse(s).Intersect(facts.Cores).Count() > 1)
            .ToList();
        var count = Count("count", facts.Cores.Count);
        return facts.Cores.Count < 2
                ? FindWithMend(
                    FindingSeverity.Warning,
                    "give it two cores or more",
                    "There is one core for server and client: each one's cost is in the other's figures."
                )
            : shared.Count > 0
                ? FindWithMend(
                    FindingSeverity.Warning,
                    "pin server and client to different cores (pin.server=cpus:LIST), or switch hyper-threads off: "
                        + "echo off > /sys/devices/system/cpu/smt/control",
                    "{count} cores, of which {shared} are hyper-threads of one core: each takes time from the other.",
                    count,
                    Named("shared", string.Join(" and ", shared))
                )
            : facts.Cores.Count < Enough
                ? FindWithMend(
                    FindingSeverity.Note,
                    $"{Enough} cores or more leave one to the rest of the machine",
                    "{count} cores, none shared: server and client have one each, and whatever else runs takes from "
                        + "them.",
                    count
                )
            : Ok("{count} cores, none shared.", count);
    }
}

/// <summary>Checks how deep waiting cores sleep, by the round trip of one message at a time in slices that alternate,
/// between two cores that block. Where none was measured the kernel's list of states has to do.</summary>
internal sealed class SleepDepth()
    : MachineCheck(
        "sleep-states",
        "Idle cores sleep, and blocking stacks pay for waking them in each round trip.",
        "`--no-sleep-states` (run, probe) keeps the cores awake."
    )
{
    private const long LongUs = 10;
    private const string NoSleepStates = "--no-sleep-states (run, probe) keeps the cores awake";

    /// <summary>The round trips between which sleep is suspected: 14 to 24 µs are usual of cores that are awake, and
    /// beyond the second it is not sleep alone.</summary>
    private const double SuspectFromNs = 30_000,
        SuspectToNs = 150_000;

    /// <summary>How many times longer than with cores that are kept awake it must be, where that was
    /// measured.</summary>
    private const double Felt = 1.25;

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { } measured ? JudgeRoundTrip(facts, measured)
        : facts.IdleStates.Count > 0 ? JudgeStates(facts)
        : FindWithMend(
            FindingSeverity.Note,
            Allow(facts),
            facts.IsVirtual
                ? "The hypervisor decides how deep cores sleep, and does not tell."
                : "The kernel does not tell how deep cores sleep."
        );

    private Finding JudgeRoundTrip(MachineFacts facts, NoiseFacts measured)
    {
        var (blockingNs, awakeNs) = (measured.BlockingRttNs, measured.AwakeRttNs);
        var isSuspect = blockingNs is >= SuspectFromNs and <= SuspectToNs;
        var isFelt = isSuspect && !(blockingNs <= Felt * awakeNs);
        return FindWithMend(
            isFelt ? FindingSeverity.Warning : FindingSeverity.Ok,
            Allow(facts),
            "A blocking round trip takes {blocking}"
                + (awakeNs is null ? "" : ", and {awake} with the cores kept awake")
                + "{states}"
                + (isSuspect && !isFelt ? ": it is not their sleep." : "."),
            Duration("blocking", blockingNs),
            Duration("awake", awakeNs ?? 0),
            Named("states", facts.IdleStates.Count == 0 ? "" : $" ({States(facts)})")
        );
    }

    private Finding JudgeStates(MachineFacts facts)
    {
        var deepest = facts.IdleStates.Where(s => !s.IsDisabled).Select(s => s.LatencyUs).DefaultIfEmpty().Max();
        NamedValue[] values = [Count("deepest", deepest), Named("states", States(facts))];
        return deepest > LongUs
            ? FindWithMend(
                FindingSeverity.Warning,
                Allow(facts),
                "Cores sleep while they wait, and waking takes up to {deepest} µs ({states}).",
                values
            )
            : Ok("Cores wake within {deepest} µs ({states}).", values);
    }

    private static string States(MachineFacts facts) =>
        string.Join(", ", facts.IdleStates.Where(s => !s.IsDisabled).Select(s => $"{s.Name} {s.LatencyUs} µs"));

    private static string Allow(MachineFacts facts) =>
        facts.MayForbidSleep ? NoSleepStates : $"{NoSleepStates}, where {SleepStates.Device} may be written (as root)";
}

internal sealed class Frequency()
    : MachineCheck(
        "frequency",
        "The cores' frequency follows the load, so light loads look slow.",
        "Set the governor: `sudo cpupower frequency-set -g performance`."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Governors switch
        {
            [] => Ok(
                facts.IsVirtual
                    ? "The cores' frequency is the hypervisor's affair."
                    : "The kernel does not change the cores' frequency."
            ),
            ["performance"] => Ok("The cores' frequency is not lowered (performance)."),
            var governors => FindWithMend(
                FindingSeverity.Warning,
                "sudo cpupower frequency-set -g performance",
                "The cores' frequency follows the load ({governors}): light loads look slow.",
                Named("governors", string.Join(", ", governors))
            ),
        };
}
