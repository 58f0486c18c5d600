using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Tests.Capacity;

/// <summary>A plan of a search that nobody ran.</summary>
internal static class Plans
{
    /// <summary>For rates at p99 &lt; 1 ms within a minute.</summary>
    public static CapacityPlan Of(params IReadOnlyList<Cell> cells) =>
        new()
        {
            Suite = "capacity",
            StartedAt = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero),
            Seed = 1,
            Machine = new()
            {
                Cpu = "cpu",
                Cores = 4,
                Kernel = "6",
                Os = "os",
                CongestionControl = "cubic",
            },
            Settings = new(CapacityKind.Rate, [Objectives.Read("p99<1ms", "slo")], 60_000_000_000),
            Cells = cells,
            LeastLoad = 200,
            MostLoad = 10_000_000,
        };
}
