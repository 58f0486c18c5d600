using Pingmark.Model;
using Pingmark.Results;

namespace Pingmark.Tests.Reports;

/// <summary>The plan that belongs to a summary, and curves of its cells.</summary>
internal static class MockRun
{
    public static RunInfo Of(Summary summary) =>
        new()
        {
            Suite = summary.Suite,
            About = summary.About,
            Command = ["run", summary.Suite, "--budget", "1m"],
            StartedAt = summary.StartedAt,
            Seed = summary.Seed,
            Machine = summary.Machine,
            Cells = [],
            Stacks = new Dictionary<string, string> { ["cpp/tcp-epoll"] = "an event loop in one thread" },
            Settings = new SuiteSettings { BudgetNs = 60_000_000_000 },
            PlannedDurationNs = 700_000_000,
            PlannedRounds = 5,
        };

    /// <summary>Through the percentiles that the cells have.</summary>
    public static ChartSources Sources(Summary summary) => new(Curves(summary), []);

    private static List<CellCurve> Curves(Summary summary) =>
        summary
            .Cells.Where(c => c.Figure("rtt_p50_ns") is not null && c.Figure("rtt_p90_ns") is not null)
            .Select(c => new CellCurve(
                c.Id,
                [0, 0.301, 1, 2],
                [
                    0.8 * c.Figure("rtt_p50_ns")!.Value,
                    c.Figure("rtt_p50_ns")!.Value,
                    c.Figure("rtt_p90_ns")!.Value,
                    3 * c.Figure("rtt_p50_ns")!.Value,
                ],
                3
            ))
            .ToList();
}
