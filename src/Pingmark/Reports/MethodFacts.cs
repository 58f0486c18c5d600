using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>How a run was measured: what somebody needs to repeat it, or to doubt it.</summary>
internal static class MethodFacts
{
    public const string How = "Procedure";

    private static readonly Dictionary<Design, string> Designs = new()
    {
        [Design.Slices] =
            "paired slices: the baseline and another cell take turns in short slices of one block, so "
            + "that drift hits both alike",
        [Design.Trials] = "whole trials, interleaved round by round in a seeded random order",
    };

    /// <summary>What is known, by heading.</summary>
    public static IReadOnlyList<(string Heading, IReadOnlyList<string> Facts)> Of(Summary summary, CellNames names)
    {
        var measured = summary.Cells.Where(c => c.Rounds > 0).ToList();
        var asked = ScenarioText
            .Details.Where(d => summary.Cells.Any(c => d.Of(c.Scenario) != ScenarioText.NotSet))
            .ToList();
        (string, IReadOnlyList<string> Facts)[] all =
        [
            (
                How,
                [
                    $"{ReportWords.Rounds(summary)} with fresh worker processes, seed {NumberText.Count(summary.Seed)}",
                    .. Facts(measured, c => [("design", Designs[c.Design])], names),
                    "warm-up: never counted; its rule is in run.json, its length in trials.jsonl",
                    .. Facts(
                        measured,
                        c => [("client", ScenarioGroup.HasOwnClient(c) ? "the stack's own" : c.Client)],
                        names
                    ),
                    .. Facts(summary.Cells, c => asked.Select(d => (d.Name, d.Of(c.Scenario))), names),
                ]
            ),
            (
                "Machine",
                [
                    $"processor: {summary.Machine.Cpu}",
                    $"cores: {NumberText.Count(summary.Machine.Cores)}",
                    $"system: {summary.Machine.Os}",
                    $"kernel: {summary.Machine.Kernel}",
                    $"congestion control: {summary.Machine.CongestionControl}",
                ]
            ),
            ("Versions", Facts(measured, c => Sorted(c.Versions), names)),
            ("Socket options in effect", Facts(measured, c => Sorted(c.EffectiveOptions), names)),
        ];
        return all.Where(section => section.Facts.Count > 0).ToList();
    }

    /// <summary>Audits that found nothing, each once with the cells of which it is true.</summary>
    public static IReadOnlyList<string> AuditsPassed(Summary summary, CellNames names) =>
        summary
            .Cells.SelectMany(c =>
                c.Audits.Where(a => a.Verdict == AuditVerdict.Ok).Select(a => (a.Id, a.Text, Cell: c))
            )
            .GroupBy(a => (a.Id, a.Text))
            .Select(g => $"{g.Key.Id}: {g.Key.Text} ({names.List(g.Select(a => a.Cell).Distinct().ToList())})")
            .ToList();

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
