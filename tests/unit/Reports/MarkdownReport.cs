using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Tests.Reports;

/// <summary>report.md of a run.</summary>
internal static class MarkdownReport
{
    public static string Render(Summary summary) => MarkdownRenderer.Render(RunReport.Build(summary, Media.Markdown));
}
