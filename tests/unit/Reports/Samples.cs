using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;

namespace Pingmark.Tests.Reports;

/// <summary>What a report in Markdown says of the samples of one side.</summary>
internal static class Samples
{
    public static string[] Lines(string title, SamplingSummary summary, long messages) =>
        MarkdownRenderer
            .Render(new("", [new Section(SamplesSection.BuildDetails(title, summary, messages))]))
            .TrimEnd()
            .Split('\n');
}
