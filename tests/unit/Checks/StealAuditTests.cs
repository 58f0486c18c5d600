using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class StealAuditTests
{
    private static readonly Steal Audit = new();

    private static CellEvidence Stolen(long ns) =>
        Trial.Evidence(
            Trial.Of(Trial.Window() with { Host = new(Trial.SecondNs - ns, 0, ns) }),
            Trial.Of(Trial.Window() with { Host = null })
        );

    [Fact]
    public void Stolen_time_is_told() => Audit.Says("steal warning", Stolen(100_000_000), "took 10 % of the CPU time");

    [Fact]
    public void Two_percent_are_tolerated() => Audit.IsSilent(Stolen(20_000_000));

    [Fact]
    public void An_idle_or_unknown_machine_tells_nothing()
    {
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Window() with { Host = new(0, 0, 0) })));
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Window() with { Host = null })));
    }
}
