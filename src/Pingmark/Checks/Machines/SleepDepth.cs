using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how deep waiting cores sleep: waking them is in every round trip of stacks that block. It is
/// judged by such a round trip; where none was measured the kernel's list of states has to do.</summary>
internal sealed class SleepDepth()
    : MachineCheck(
        "sleep-states",
        "Cores sleep while they wait, and waking them is in every round trip of stacks that block.",
        "`--no-sleep-states` (run, probe) keeps the cores awake."
    )
{
    private const long LongUs = 10;

    private const string NotTheirSleep = ": it is not their sleep.";

    private const string NoSleepStates = "--no-sleep-states (run, probe) keeps the cores awake";

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { } measured ? Measured(facts, measured)
        : facts.IdleStates.Count == 0
            ? Note(
                facts.IsVirtual
                    ? "The hypervisor decides how deep cores sleep, and does not tell."
                    : "The kernel does not tell how deep cores sleep."
            ) with
            {
                Mend = Allow(facts),
            }
        : JudgeStates(facts);

    private Finding Measured(MachineFacts facts, NoiseFacts measured)
    {
        var areFelt = SleepingCores.AreFelt(measured.BlockingRttNs, measured.AwakeRttNs);
        return Find(
            areFelt ? FindingSeverity.Warning : FindingSeverity.Ok,
            "A blocking round trip takes {blocking}"
                + (measured.AwakeRttNs is null ? "" : ", and {awake} with the cores kept awake")
                + "{states}"
                + (!areFelt && SleepingCores.AreFelt(measured.BlockingRttNs) ? NotTheirSleep : "."),
            Duration("blocking", measured.BlockingRttNs),
            Duration("awake", measured.AwakeRttNs ?? 0),
            Named("states", facts.IdleStates.Count == 0 ? "" : $" ({States(facts)})")
        ) with
        {
            Mend = areFelt ? Allow(facts) : "",
        };
    }

    private Finding JudgeStates(MachineFacts facts)
    {
        var deepest = facts.IdleStates.Where(s => !s.IsDisabled).Select(s => s.LatencyUs).DefaultIfEmpty().Max();
        NamedValue[] values = [Count("deepest", deepest), Named("states", States(facts))];
        return deepest > LongUs
            ? Warning("Cores sleep while they wait, and waking takes up to {deepest} µs ({states}).", values) with
            {
                Mend = Allow(facts),
            }
            : Ok("Cores wake within {deepest} µs ({states}).", values);
    }

    private static string States(MachineFacts facts) =>
        string.Join(", ", facts.IdleStates.Where(s => !s.IsDisabled).Select(s => $"{s.Name} {s.LatencyUs} µs"));

    private static string Allow(MachineFacts facts) =>
        facts.MayForbidSleep ? NoSleepStates : $"{NoSleepStates}, where {SleepStates.Device} may be written (as root)";
}
