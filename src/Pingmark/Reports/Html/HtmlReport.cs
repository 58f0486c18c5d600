using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;
using Pingmark.Results;

namespace Pingmark.Reports.Html;

/// <summary>Makes report.html: a run at a glance, in one file that needs nothing else. It is made from the run's own
/// files alone, so that it is always the same.</summary>
public static class HtmlReport
{
    public static string Render(Summary summary, RunInfo run, ChartSources sources) =>
        Render(summary, run, sources, HtmlResources.Charts);

    /// <param name="charts">The script that draws the charts; null where there is none.</param>
    internal static string Render(Summary summary, RunInfo run, ChartSources sources, string? charts)
    {
        var source = new RunSource(summary) { Run = run, HasCharts = charts is not null };
        return HtmlPage.Render(
            $"{summary.Suite} - Pingmark",
            HtmlRenderer.Body(RunReport.Build(source, Media.Page)),
            ChartData.ToJson(source, sources),
            Scripts(charts),
            PageOrigin.File
        );
    }

    /// <summary>The content security policy of every report.</summary>
    internal static string Policy => HtmlPage.Policy(Scripts(HtmlResources.Charts), PageOrigin.File);

    /// <summary>The outcome and all figures, as a part of another page.</summary>
    /// <param name="isMeasuring">Whether the run still goes on.</param>
    internal static string Fragment(Summary summary, bool isMeasuring) =>
        HtmlRenderer.Fragment(RunReport.BuildGlance(new(summary, isMeasuring)));

    internal static IReadOnlyList<string> Scripts(string? charts) =>
        charts is null ? [HtmlResources.Script] : [HtmlResources.Script, charts];
}
