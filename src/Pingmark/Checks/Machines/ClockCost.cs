using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks what reading the clock costs, once for each message: a clock that the CPU itself keeps takes some 20
/// ns, one that a device or the kernel has to be asked for up to a microsecond.</summary>
internal sealed class ClockCost()
    : MachineCheck(
        "clock",
        "Reading the clock takes more than 100 ns (a warning beyond 400), which every message pays once.",
        "Choose another clock source; tsc is the cheapest."
    )
{
    private static readonly Limits OfReadingNs = new(100, 400);

    protected override Finding? FindOne(MachineFacts facts)
    {
        var severity = OfReadingNs.SeverityOf(facts.ClockReadNs);
        return Found(facts, severity) with
        {
            Mend =
                severity == FindingSeverity.Ok
                    ? ""
                    : "/sys/devices/system/clocksource/clocksource0/available_clocksource lists others; tsc is the "
                        + "cheapest (kernel parameter clocksource=tsc)",
        };
    }

    private Finding Found(MachineFacts facts, FindingSeverity severity)
    {
        var source = Named("source", facts.ClockSource ?? "unknown source");
        var reading = Duration("reading", facts.ClockReadNs);
        return facts.ClockStepNs is { } step
            ? Find(
                severity,
                "A reading of the clock ({source}) takes {reading}; its resolution is {step}.",
                source,
                reading,
                Duration("step", step)
            )
            : Find(
                severity,
                "A reading of the clock ({source}) takes {reading}; its resolution is not known.",
                source,
                reading
            );
    }
}
