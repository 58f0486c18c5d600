using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Sections;

namespace Pingmark.Tests.Reports.Answers;

/// <summary>A run made up for a test of its answer: cells with their verdicts against the first of their
/// class.</summary>
internal static class AnsweredRun
{
    public static readonly StackClass Tcp = new() { Transport = "tcp", Waits = Waiting.Block },
        Udp = new() { Transport = "udp", Waits = Waiting.Spin };

    /// <param name="Ratio">To the baseline; null for the baseline itself, and for what was not compared.</param>
    /// <param name="HalfWidth">Of its interval, relative to it.</param>
    public sealed record One(
        string Stack,
        double? Ratio = null,
        ComparisonVerdict Verdict = ComparisonVerdict.Undecided,
        double HalfWidth = 0.02,
        int Connections = 1,
        StackClass? Class = null,
        CellStatus Status = CellStatus.Ok,
        double? NeedsS = null,
        bool Noisy = false,
        int? RatePerS = null
    );

    public static Summary Of(params IReadOnlyList<One> all)
    {
        var cells = all.Select(Cell).ToList();
        return MockSummary.Build() with
        {
            Notes = [],
            Published = null,
            Cells = cells,
            Comparisons =
            [
                .. all.Zip(cells)
                    .Where(one => one.First.Ratio is not null)
                    .Select(one => new Comparison(
                        one.Second.Id,
                        cells.First(cell => cell.ComparedWithin == one.Second.ComparedWithin).Id,
                        one.Second.Scenario.HeadlineMetric,
                        new(
                            one.First.Ratio!.Value,
                            one.First.Ratio * (1 - one.First.HalfWidth),
                            one.First.Ratio * (1 + one.First.HalfWidth)
                        ),
                        one.First.Verdict,
                        one.First.NeedsS
                    )),
            ],
        };
    }

    public static string[] Lines(Summary summary) =>
        [.. AnswerLines.Build(new RunSource(summary)).Select(line => line.Sentence)];

    public static string[] Lines(params IReadOnlyList<One> all) => Lines(Of(all));

    private static CellSummary Cell(One one) =>
        (
            MockSummary.Build().Cells[0] with
            {
                Id = $"{one.Stack} c{one.Connections}",
                Label = one.Stack,
                Stack = one.Stack,
                Client = one.Stack,
                Scenario = new() { Connections = one.Connections, RatePerS = one.RatePerS },
                Class = one.Class,
                Status = one.Status,
                Audits = one.Noisy ? [new("noisy", AuditVerdict.Warning, "others had its cores")] : [],
            }
        ).With(
            ("throughput_per_s", Around(100_000 * (one.Ratio ?? 1))),
            ("rtt_p50_ns", Around(20_000 * one.Connections / (one.Ratio ?? 1))),
            ("rtt_p99_ns", Around(50_000 * one.Connections / (one.Ratio ?? 1))),
            ("server_cpu_ns_per_msg", Around(4_000))
        );

    private static Estimate Around(double value) => new(value, 0.99 * value, 1.01 * value);
}
