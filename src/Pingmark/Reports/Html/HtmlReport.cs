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

    /// <param name="summary">The run's summary.</param>
    /// <param name="run">The run's plan.</param>
    /// <param name="sources">The data of its charts.</param>
    /// <param name="charts">The script that draws the charts; null where there is none.</param>
    internal static string Render(Summary summary, RunInfo run, ChartSources sources, string? charts)
    {
        var source = new RunSource(summary) { Run = run, HasCharts = charts is not null };
        return HtmlPage.Render(
            $"{summary.Suite} - Pingmark",
            HtmlRenderer.Body(RunReport.Build(source, Media.Page)),
            ChartData.Build(source, sources).ToJson(),
            Scripts(charts)
        );
    }

    /// <summary>The content security policy of every report.</summary>
    internal static string Policy => HtmlPage.Policy(Scripts(HtmlResources.Charts), HtmlSurroundings.None);

    /// <summary>The outcome and all figures, as a part of another page.</summary>
    /// <param name="isMeasuring">Whether the run still goes on.</param>
    internal static string Fragment(Summary summary, bool isMeasuring) =>
        HtmlRenderer.Fragment(RunReport.Glance(new(summary, isMeasuring)));

    internal static IReadOnlyList<string> Scripts(string? charts) =>
        [HtmlResources.Script, .. charts is null ? Array.Empty<string>() : [charts]];

    /// <summary>The data of the charts as JSON that is also JavaScript.</summary>
    internal static string ChartsData(Summary summary, ChartSources sources) =>
        ChartData.Build(new(summary), sources).ToJson();
}
