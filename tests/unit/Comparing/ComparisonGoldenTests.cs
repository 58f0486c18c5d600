using System.Text.Json;
using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Xunit;
using static Pingmark.Tests.Comparing.MadeUpRuns;

namespace Pingmark.Tests.Comparing;

/// <summary>Every form of a comparison is, in every culture, the file in <c>golden/</c>.</summary>
public sealed class ComparisonGoldenTests
{
    private static readonly ReadRun Baseline = Hostile(Plain());

    private static readonly ReadRun Run = Hostile(Drifted())
        .With(t => t.Cell == "cpp/tcp-d c16" ? t with { Status = CellStatus.Failed, Reason = "it crashed\n<b>" } : t);

    private static readonly RunComparison Regression = RunComparer.Compare(Baseline, Run, Gate);

    private static readonly RunComparison Refused = RunComparer.Compare(
        Baseline,
        Run.With(i => i with { Machine = i.Machine with { Kernel = "<7> | \u001b[31m" } }),
        Gate
    );

    private static ReadRun Hostile(ReadRun run) =>
        run.With(i =>
            i with
            {
                Cells = i.Cells.Select((c, n) => n == 6 ? c with { Label = MockSummary.HostileLabel } : c).ToList(),
            }
        );

    [Fact]
    public void Every_form_is_that_of_its_file()
    {
        Golden.CheckInEveryCulture("regression.txt", () => Shown(Regression));
        Golden.CheckInEveryCulture("refused.txt", () => Shown(Refused));
        Golden.CheckInEveryCulture("short.txt", () => InShort(Regression));
        Golden.CheckInEveryCulture(
            "short-alike.txt",
            () => InShort(RunComparer.Compare(Plain(), Plain(), new(false, null, [])))
        );
        Assert.Equal(Shown(Refused), InShort(Refused));
        Golden.CheckInEveryCulture("regression.md", () => MarkdownRenderer.Render(ComparisonReport.Build(Regression)));
        Golden.CheckInEveryCulture("refused.md", () => MarkdownRenderer.Render(ComparisonReport.Build(Refused)));
        Golden.CheckInEveryCulture("regression.xml", () => JUnitReport.Render(Regression));
        Golden.CheckInEveryCulture("refused.xml", () => JUnitReport.Render(Refused));
    }

    /// <summary>Its figures have all their digits, which are not the same everywhere.</summary>
    [Fact]
    public void Json_is_the_same_in_every_culture() =>
        Assert.All(Cultures.All, culture => Assert.Equal(Serialized(), Cultures.Under(culture, Serialized)));

    [Fact]
    public void Every_key_is_explained() => ResultsFormatTests.AssertExplained(Serialized());

    private static string Serialized() => JsonSerializer.Serialize(Regression, SummaryJson.Options);

    private static string Shown(RunComparison comparison) => Terminal.Render(ComparisonReport.Build(comparison), 80);

    private static string InShort(RunComparison comparison) =>
        Terminal.Render(ComparisonReport.BuildInShort(comparison), 80);
}
