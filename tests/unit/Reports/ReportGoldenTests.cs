using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Every report of the mock run is, in every culture, the file in <c>golden/</c>.</summary>
public sealed class ReportGoldenTests
{
    [Fact]
    public void Terminal_of_80_columns() => Check("terminal-80.txt", s => Terminal.RenderInShort(s, 80));

    [Fact]
    public void Terminal_of_120_columns() => Check("terminal-120.txt", s => Terminal.RenderInShort(s, 120));

    [Fact]
    public void Verbose_in_80_columns() => Check("verbose-80.txt", s => Terminal.Render(s, 80));

    [Fact]
    public void Markdown() => Check("report.md", MarkdownReport.Render);

    [Fact]
    public void Csv() => Check("results.csv", summary => CsvReport.Render(summary, "run"));

    [Fact]
    public void Json() => Check("summary.json", _ => SummaryJson.Serialize(MockSummary.Few()));

    private static void Check(string file, Func<Summary, string> render) =>
        Golden.CheckInEveryCulture(file, () => render(MockSummary.Build()));
}
