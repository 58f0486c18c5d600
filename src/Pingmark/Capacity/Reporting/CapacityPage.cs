using Pingmark.Exports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;

namespace Pingmark.Capacity.Reporting;

/// <summary>Makes report.html of a search for capacities, in one file that needs nothing else.</summary>
public static class CapacityPage
{
    public static string Render(CapacitySummary summary) => Render(summary, HtmlResources.Charts);

    /// <summary>Draws its charts as SVG files.</summary>
    /// <exception cref="PingmarkException">Node is missing, was missing when this program was built, or
    /// failed.</exception>
    public static Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(
        CapacitySummary summary,
        CancellationToken cancel
    ) => ChartFiles.DrawAsync(CapacityChartData.Build(summary).ToJson(), cancel);

    /// <param name="charts">The script that draws the charts; null where there is none.</param>
    internal static string Render(CapacitySummary summary, string? charts) =>
        HtmlPage.Render(
            $"{summary.Suite} - Pingmark",
            HtmlRenderer.Body(CapacityReport.Build(summary, Media.Page, hasCharts: charts is not null)),
            CapacityChartData.Build(summary).ToJson(),
            HtmlReport.Scripts(charts),
            PageOrigin.File
        );
}
