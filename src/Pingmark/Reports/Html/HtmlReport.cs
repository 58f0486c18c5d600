using Pingmark.Model;
using Pingmark.Results;

namespace Pingmark.Reports.Html;

/// <summary>report.html: a run at a glance, in one file that needs nothing else. Made of the run's own files alone, so
/// that it is the same whenever it is made again.</summary>
public static class HtmlReport
{
    private const string NoCharts =
        "This pingmark was built without Node.js, which makes the charts. To have them: apt-get install nodejs npm, "
        + "then dotnet build src/Pingmark.Cli -c Release, then pingmark report on this folder.";

    public static string Render(Summary summary, RunInfo run, ChartSources sources) =>
        Render(summary, run, sources, HtmlResources.Charts);

    /// <param name="summary">The run.</param>
    /// <param name="run">Its plan.</param>
    /// <param name="sources">Of its charts.</param>
    /// <param name="charts">The script that draws; null: there is none.</param>
    internal static string Render(Summary summary, RunInfo run, ChartSources sources, string? charts)
    {
        var names = new CellNames(summary);
        var groups = ScenarioGroup.Of(summary);
        var page = new HtmlText();
        HtmlHead.Add(page, summary, groups, names);
        new HtmlFigures(page, summary, groups).Add();
        AddCharts(page, charts is not null);
        HtmlDetails.AddPublished(page, summary, groups, names);
        HtmlDetails.AddSamples(page, summary, names);
        HtmlDetails.AddNetworks(page, summary);
        HtmlDetails.AddMethod(page, summary, run, names);
        HtmlDetails.AddAudits(page, summary, names);
        page.Close("main");
        return HtmlPage.Of(
            $"{summary.Suite} - Pingmark",
            page.ToString(),
            ChartData.Of(summary, groups, names, sources).ToJson(),
            Scripts(charts)
        );
    }

    /// <summary>Of every report.</summary>
    internal static string Policy => HtmlPage.Policy(Scripts(HtmlResources.Charts), HtmlSurroundings.None);

    /// <summary>The outcome and all figures, as part of another page.</summary>
    /// <param name="isMeasuring">The run goes on.</param>
    internal static string Fragment(Summary summary, bool isMeasuring)
    {
        var (groups, page) = (ScenarioGroup.Of(summary, isMeasuring), new HtmlText());
        page.Element("p", HtmlHead.Facts(summary), ("class", "facts"));
        HtmlHead.AddOutcome(page, groups);
        new HtmlFigures(page, summary, groups).Add();
        return page.ToString();
    }

    private static IReadOnlyList<string> Scripts(string? charts) =>
        [HtmlResources.Script, .. charts is null ? Array.Empty<string>() : [charts]];

    /// <summary>What the charts are drawn from, as JSON that is JavaScript, too.</summary>
    internal static string ChartsData(Summary summary, ChartSources sources) =>
        ChartData.Of(summary, ScenarioGroup.Of(summary), new(summary), sources).ToJson();

    private static void AddCharts(HtmlText page, bool drawn)
    {
        page.Open("section", ("id", "charts"), ("aria-labelledby", "charts-title"));
        page.Element("h2", "Charts", ("id", "charts-title"));
        if (!drawn)
            page.Element("p", NoCharts, ("class", "small"));
        page.Close("section");
    }
}
