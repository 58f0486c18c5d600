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
                new Details("Procedure", [Procedure(run, measured)]) { IsMain = true },
                new Details(
                    "Machine",
                    [
                        new Bullets([
                            $"processor: {machine.Cpu}",
                            $"cores: {NumberText.Count(machine.Cores)}",
                            $"system: {machine.Os}",
                            $"kernel: {machine.Kernel}",
                            $"congestion control: {machine.CongestionControl}",
                        ]),
                    ]
                ),
                new Details("Versions", [new Bullets(Facts(measured, c => Sorted(c.Versions), run.Names))]),
                new Details(
                    "Socket options in effect",
                    [new Bullets(Facts(measured, c => Sorted(c.EffectiveOptions), run.Names))]
                ),
            ]
        );
    }

    private static Bullets Procedure(RunSource run, IReadOnlyList<CellSummary> measured)
    {
        var (summary, names) = (run.Summary, run.Names);
        var asked = ScenarioText
            .Details.Where(d => summary.Cells.Any(c => d.Text(c.Scenario) != ScenarioText.NotSet))
            .ToList();
        return new([
            .. run.Run is { } plan ? RepeatCommand.Plan(plan) : [],
            $"{ReportSentences.Rounds(summary)} with fresh worker processes, seed {NumberText.Count(summary.Seed)}",
            .. Facts(measured, c => [("design", Designs[c.Design])], names),
            "warm-up: never counted; its rule is in run.json, its length in trials.jsonl",
            .. Facts(measured, c => [("client", ScenarioGroup.HasOwnClient(c) ? "the stack's own" : c.Client)], names),
            .. Facts(summary.Cells, c => asked.Select(d => (d.Name, d.Text(c.Scenario))), names),
        ]);
    }

    /// <summary>Each value once with the cells that have it, in the order of the keys: <c>server.no_delay: true
    /// (cpp/tcp-epoll c1, …)</c></summary>
    private static List<string> Facts(
        IEnumerable<CellSummary> cells,
        Func<CellSummary, IEnumerable<(string Key, string Value)>> factsOf,
        CellNames names
    ) =>
        [
            .. from cell in cells
            from fact in factsOf(cell)
            group (fact.Value, Cell: cell) by fact.Key into facts
            from some in facts.GroupBy(fact => fact.Value, fact => fact.Cell)
            select $"{facts.Key}: {some.Key} ({names.List([.. some])})",
        ];

    private static IEnumerable<(string, string)> Sorted(IReadOnlyDictionary<string, string> facts) =>
        facts.OrderBy(f => f.Key, StringComparer.Ordinal).Select(f => (f.Key, f.Value));
}
