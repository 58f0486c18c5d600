using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;
using Pingmark.Results;

namespace Pingmark.Reports.Html;

/// <summary>report.html: a run at a glance, in one file that needs nothing else. Made of the run's own files alone, so
/// that it is the same whenever it is made again.</summary>
public static class HtmlReport
{
    public static string Render(Summary summary, RunInfo run, ChartSources sources) =>
        Render(summary, run, sources, HtmlResources.Charts);

    /// <param name="summary">The run.</param>
    /// <param name="run">Its plan.</param>
    /// <param name="sources">Of its charts.</param>
    /// <param name="charts">The script that draws; null: there is none.</param>
    internal static string Render(Summary summary, RunInfo run, ChartSources sources, string? charts)
    {
        var source = new RunSource(summary) { Run = run, HasCharts = charts is not null };
        return HtmlPage.Of(
            $"{summary.Suite} - Pingmark",
            HtmlRenderer.Body(RunReport.Of(source, Media.Page)),
            ChartData.Of(source, sources).ToJson(),
            Scripts(charts)
        );
    }

    /// <summary>Of every report.</summary>
    internal static string Policy => HtmlPage.Policy(Scripts(HtmlResources.Charts), HtmlSurroundings.None);

    /// <summary>The outcome and all figures, as part of another page.</summary>
    /// <param name="isMeasuring">The run goes on.</param>
    internal static string Fragment(Summary summary, bool isMeasuring) =>
        HtmlRenderer.Fragment(RunReport.Glance(new(summary, isMeasuring)));

    private static IReadOnlyList<string> Scripts(string? charts) =>
        [HtmlResources.Script, .. charts is null ? Array.Empty<string>() : [charts]];

    /// <summary>What the charts are drawn from, as JSON that is JavaScript, too.</summary>
    internal static string ChartsData(Summary summary, ChartSources sources) =>
        ChartData.Of(new(summary), sources).ToJson();
}
