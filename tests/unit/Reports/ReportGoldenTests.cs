using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Every report of the mock run is, in every culture, the file in <c>golden/</c>.</summary>
public sealed class ReportGoldenTests
{
    public static TheoryData<string> Cultures => Reports.Cultures.Names;

    [Theory, MemberData(nameof(Cultures))]
    public void Terminal_of_80_columns(string culture) =>
        Check(culture, "terminal-80.txt", s => Terminal.Render(s, 80));

    [Theory, MemberData(nameof(Cultures))]
    public void Terminal_of_120_columns(string culture) =>
        Check(culture, "terminal-120.txt", s => Terminal.Render(s, 120));

    [Theory, MemberData(nameof(Cultures))]
    public void Markdown(string culture) => Check(culture, "report.md", MarkdownReport.Render);

    [Theory, MemberData(nameof(Cultures))]
    public void Csv(string culture) => Check(culture, "results.csv", summary => CsvReport.Render(summary, "run"));

    [Theory, MemberData(nameof(Cultures))]
    public void Json(string culture) => Check(culture, "summary.json", SummaryJson.Serialize);

    private static void Check(string culture, string file, Func<Summary, string> render) =>
        Golden.Check(file, Reports.Cultures.Under(culture, () => render(MockSummary.Build())));
}
