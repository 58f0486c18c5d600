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
    public static TheoryData<string> Cultures => Tests.Reports.Cultures.Names;

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

    [Theory, MemberData(nameof(Cultures))]
    public void Terminal(string culture)
    {
        Check(culture, "regression.txt", () => Shown(Regression));
        Check(culture, "refused.txt", () => Shown(Refused));
    }

    [Theory, MemberData(nameof(Cultures))]
    public void Markdown(string culture)
    {
        Check(culture, "regression.md", () => MarkdownRenderer.Render(ComparisonReport.Build(Regression)));
        Check(culture, "refused.md", () => MarkdownRenderer.Render(ComparisonReport.Build(Refused)));
    }

    [Theory, MemberData(nameof(Cultures))]
    public void JUnit(string culture)
    {
        Check(culture, "regression.xml", () => JUnitReport.Render(Regression));
        Check(culture, "refused.xml", () => JUnitReport.Render(Refused));
    }

    /// <summary>Its figures have all their digits, which are not the same everywhere.</summary>
    [Theory, MemberData(nameof(Cultures))]
    public void Json(string culture) => Assert.Equal(Serialized(), Reports.Cultures.Under(culture, Serialized));

    [Fact]
    public void Every_key_is_explained() => ResultsFormatTests.AssertExplained(Serialized());

    private static string Serialized() => JsonSerializer.Serialize(Regression, SummaryJson.Options);

    private static string Shown(RunComparison comparison) =>
        Reports.Terminal.Render(ComparisonReport.Build(comparison), 80);

    private static void Check(string culture, string file, Func<string> render) =>
        Golden.Check(file, Reports.Cultures.Under(culture, render));
}
