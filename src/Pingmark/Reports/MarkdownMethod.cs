using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>How a run was measured: what somebody needs to repeat it, or to doubt it.</summary>
internal static class MarkdownMethod
{
    private static readonly Dictionary<Design, string> Designs = new()
    {
        [Design.Slices] =
            "paired slices: the baseline and another cell take turns in short slices of one block, so "
            + "that drift hits both alike",
        [Design.Trials] = "whole trials, interleaved round by round in a seeded random order",
    };

    public static void Add(MarkdownText report, Summary summary, CellNames names)
    {
        var measured = summary.Cells.Where(c => c.Rounds > 0).ToList();
        var asked = ScenarioText
            .Details.Where(d => summary.Cells.Any(c => d.Of(c.Scenario) != ScenarioText.NotSet))
            .ToList();
        report.Heading(2, "How it was measured");
        report.List([
            $"{ReportWords.Rounds(summary)} with fresh worker processes, seed {NumberText.Count(summary.Seed)}",
            .. Facts(measured, c => [("design", Designs[c.Design])], names),
            "warm-up: never counted; its rule is in run.json, its length in trials.jsonl",
            .. Facts(measured, c => [("client", ScenarioGroup.HasOwnClient(c) ? "the stack's own" : c.Client)], names),
            .. Facts(summary.Cells, c => asked.Select(d => (d.Name, d.Of(c.Scenario))), names),
        ]);
        AddFacts(
            report,
            "Machine",
            [
                $"processor: {summary.Machine.Cpu}",
                $"cores: {NumberText.Count(summary.Machine.Cores)}",
                $"system: {summary.Machine.Os}",
                $"kernel: {summary.Machine.Kernel}",
                $"congestion control: {summary.Machine.CongestionControl}",
            ]
        );
        AddFacts(report, "Versions", Facts(measured, c => Sorted(c.Versions), names));
        AddFacts(report, "Socket options in effect", Facts(measured, c => Sorted(c.EffectiveOptions), names));
    }

    private static void AddFacts(MarkdownText report, string heading, IReadOnlyList<string> facts)
    {
        if (facts.Count > 0)
            report.Heading(3, heading).List(facts);
    }

    /// <summary><c>server.no_delay: true (cpp/tcp-epoll c1, …)</c>: each value once, with the cells that have it; in
    /// the order of the keys.</summary>
    private static List<string> Facts(
        IEnumerable<CellSummary> cells,
        Func<CellSummary, IEnumerable<(string Key, string Value)>> of,
        CellNames names
    ) =>
        cells
            .SelectMany(c => of(c).Select(f => (f.Key, f.Value, Cell: c)))
            .GroupBy(f => f.Key)
            .SelectMany(key =>
                key.GroupBy(f => f.Value)
                    .Select(g => $"{key.Key}: {g.Key} ({names.List(g.Select(f => f.Cell).ToList())})")
            )
            .ToList();

    private static IEnumerable<(string, string)> Sorted(IReadOnlyDictionary<string, string> facts) =>
        facts.OrderBy(f => f.Key, StringComparer.Ordinal).Select(f => (f.Key, f.Value));
}
