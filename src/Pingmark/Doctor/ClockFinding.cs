using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>One reading a message is what measuring costs; a clock that the CPU itself keeps takes some 20 ns, one that
/// a device or the kernel has to be asked for takes up to a microsecond.</summary>
internal sealed class ClockFinding : IFinding
{
    private const double Cheap = 100,
        Dear = 400;

    public Finding Judge(MachineFacts facts)
    {
        var text =
            $"The clock ({facts.ClockSource ?? "unknown source"}) takes {NumberText.Duration(facts.ClockReadNs)} a "
            + $"reading and tells times {NumberText.Duration(facts.ClockStepNs)} apart.";
        const string mend =
            "/sys/devices/system/clocksource/clocksource0/available_clocksource lists others; "
            + "tsc is the cheapest (kernel parameter clocksource=tsc)";
        return facts.ClockReadNs switch
        {
            <= Cheap => new("clock", FindingVerdict.Ok, text),
            <= Dear => new("clock", FindingVerdict.Note, text, mend),
            _ => new("clock", FindingVerdict.Warning, text, mend),
        };
    }
}
