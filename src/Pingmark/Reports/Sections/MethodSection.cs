using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section on how a run was measured, with what readers need to repeat it, or to doubt it.</summary>
internal static class MethodSection
{
    private static readonly Dictionary<Design, string> Designs = new()
    {
        [Design.Slices] =
            "paired slices: the baseline and another cell take turns in short slices of one block, so "
            + "that drift hits both alike",
        [Design.Trials] = "whole trials, interleaved round by round in a seeded random order",
    };

    public static Section Build(RunSource run)
    {
        var measured = run.Summary.Cells.Where(c => c.Rounds > 0).ToList();
        var machine = run.Summary.Machine;
        return new(
            "method",
            "How it was measured",
            [
                .. run.Run is { } plan
                    ? [new Paragraph("The command that repeats it:"), new Code(RepeatCommand.Build(plan))]
                    : Array.Empty<Block>(),
                Facts("Procedure", Procedure(run, measured)) with
                {
                    IsMain = true,
                },
                Facts(
                    "Machine",
                    [
                        $"processor: {machine.Cpu}",
                        $"cores: {NumberText.Count(machine.Cores)}",
                        $"system: {machine.Os}",
                        $"kernel: {machine.Kernel}",
                        $"congestion control: {machine.CongestionControl}",
                    ]
                ),
                Facts("Versions", Facts(measured, c => Sorted(c.Versions), run.Names)),
                Facts("Socket options in effect", Facts(measured, c => Sorted(c.EffectiveOptions), run.Names)),
            ]
        );
    }

    private static Details Facts(string title, IReadOnlyList<string> facts) => new(title, [new Bullets(facts)]);

    private static IReadOnlyList<string> Procedure(RunSource run, IReadOnlyList<CellSummary> measured)
    {
        var (summary, names) = (run.Summary, run.Names);
        var asked = ScenarioText
            .Details.Where(d => summary.Cells.Any(c => d.Of(c.Scenario) != ScenarioText.NotSet))
            .ToList();
        return
        [
            .. run.Run is { } plan ? RepeatCommand.Plan(plan) : [],
            $"{ReportSentences.Rounds(summary)} with fresh worker processes, seed {NumberText.Count(summary.Seed)}",
            .. Facts(measured, c => [("design", Designs[c.Design])], names),
            "warm-up: never counted; its rule is in run.json, its length in trials.jsonl",
            .. Facts(measured, c => [("client", ScenarioGroup.HasOwnClient(c) ? "the stack's own" : c.Client)], names),
            .. Facts(summary.Cells, c => asked.Select(d => (d.Name, d.Of(c.Scenario))), names),
        ];
    }

    /// <summary>Each value once with the cells that have it, in the order of the keys: <c>server.no_delay: true
    /// (cpp/tcp-epoll c1, …)</c></summary>
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
