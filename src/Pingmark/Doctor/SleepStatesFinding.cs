using Pingmark.Host;
using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>A core that waits falls asleep, and waking it up is in every round trip of stacks that block. Measured
/// where it may be switched off; elsewhere the kernel's word for it is all there is.</summary>
internal sealed class SleepStatesFinding : IFinding
{
    /// <summary>Less is lost in the noise of round trips.</summary>
    private const double Felt = 1.25;
    private const long LongUs = 10;

    private const string Mend = "--no-sleep-states (run, probe) keeps the cores awake";

    public Finding Judge(MachineFacts facts) =>
        facts.Noise is { AwakeRttNs: { } awake, BlockingRttNs: var blocking } ? Measured(facts, blocking, awake)
        : facts.IdleStates.Count == 0 ? new("sleep-states", FindingVerdict.Note, $"{Unknown(facts)}.", Allow(facts))
        : Told(facts);

    private static Finding Measured(MachineFacts facts, double blocking, double awake)
    {
        var text =
            $"A blocking round trip takes {NumberText.Duration(blocking)}, and {NumberText.Duration(awake)} with the "
            + $"cores kept awake{(facts.IdleStates.Count == 0 ? "" : $" ({States(facts)})")}.";
        return blocking > Felt * awake
            ? new("sleep-states", FindingVerdict.Warning, text, Mend)
            : new("sleep-states", FindingVerdict.Ok, text);
    }

    private static Finding Told(MachineFacts facts)
    {
        var deepest = facts.IdleStates.Where(s => !s.IsDisabled).Select(s => s.LatencyUs).DefaultIfEmpty().Max();
        return deepest > LongUs
            ? new(
                "sleep-states",
                FindingVerdict.Warning,
                $"Cores sleep while they wait, and waking takes up to {deepest} µs ({States(facts)}).",
                Allow(facts)
            )
            : new("sleep-states", FindingVerdict.Ok, $"Cores wake within {deepest} µs ({States(facts)}).");
    }

    private static string States(MachineFacts facts) =>
        string.Join(", ", facts.IdleStates.Where(s => !s.IsDisabled).Select(s => $"{s.Name} {s.LatencyUs} µs"));

    private static string Unknown(MachineFacts facts) =>
        facts.IsVirtual
            ? "The hypervisor decides how deep cores sleep, and does not tell"
            : "The kernel does not tell how deep cores sleep";

    private static string Allow(MachineFacts facts) =>
        facts.MayForbidSleep ? Mend : $"{Mend}, where {SleepStates.Device} may be written (as root)";
}
