using Pingmark.Comparing;
using Pingmark.History;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;

namespace Pingmark.Ui;

internal sealed record UiPage(string Html, string Policy);

/// <summary>Writes the pages around reports; <see cref="HtmlText"/> escapes all text.</summary>
internal static class UiPages
{
    public static UiPage List(
        RunsOfFolder folder,
        IReadOnlyList<ListedRun> runs,
        IReadOnlyList<string> skipped,
        RunStarter starter,
        Secret secret,
        StartForm? refused
    )
    {
        var page = Begin($"Runs in {folder.Folder}", isFirst: true);
        var list = new ListPage(page);
        list.AddStart(starter, secret, refused);
        page.Open("section", ("aria-labelledby", "runs-title")).Element("h2", "Runs", ("id", "runs-title"));
        if (runs.Count == 0)
            page.Element("p", "No runs are here yet.");
        else
        {
            page.Open("p").Raw(Link("/trend", "Figures over time")).Close("p");
            list.AddRuns(folder, runs);
        }
        page.List(skipped.Select(reason => $"skipped: {reason}").ToList()).Close("section");
        return End(page, $"Runs in {folder.Folder}", HtmlResources.List);
    }

    public static UiPage Trend(IReadOnlyList<CellHistory> cells, ReportDocument report, string stack, string metric)
    {
        const string title = "Figures over time";
        var page = Begin(title);
        var trend = new TrendPage(page);
        trend.AddForm(stack, metric);
        trend.AddCells(cells);
        return End(page.Raw(HtmlRenderer.Fragment(report)), title);
    }

    public static UiPage Compared(RunComparison comparison)
    {
        var report = ComparisonReport.Build(comparison);
        var page = Begin(report.Title).Raw(HtmlRenderer.Fragment(report));
        return End(page, report.Title);
    }

    public static UiPage Watched(string name, Secret form)
    {
        var page = Begin(name);
        page.Element("p", "", ("id", "state"), ("class", "text"), ("role", "status"));
        page.Open("p", ("id", "report"), ("hidden", ""));
        page.Raw(Link(Report(name), "Open its report")).Close("p");
        page.Open("form", ("method", "post"), ("action", "/stop"), ("id", "stop")).Raw(Hidden(form));
        page.Open("input", ("type", "hidden"), ("name", "run"), ("value", name));
        page.Element("button", "Stop", ("type", "submit")).Close("form");
        page.Open("div", ("id", "watched"), ("data-events", $"{Live(name)}/events")).Close("div");
        return End(page, name, HtmlResources.Watch);
    }

    public static UiPage Refused(string reason)
    {
        var page = Begin("Refused");
        return End(page.Element("p", reason, ("class", "caution text")), "Refused");
    }

    public static string Live(string name) => $"/live/{Uri.EscapeDataString(name)}";

    private static string Report(string name) => $"/run/{Uri.EscapeDataString(name)}";

    public static string LinkToLive(string name) => Link(Live(name), name);

    public static string LinkToReport(string name) => Link(Report(name), name);

    public static string Link(string address, string text) =>
        new HtmlText().Open("a", ("href", address)).Text(text).Raw("</a>").ToString();

    public static string Hidden(Secret form) =>
        new HtmlText().Open("input", ("type", "hidden"), ("name", "form"), ("value", form.Text)).ToString();

    private static HtmlText Begin(string title, bool isFirst = false)
    {
        var page = new HtmlText();
        if (!isFirst)
            page.Open("nav").Raw(Link("/", "All runs")).Close("nav");
        return page.Open("header").Element("h1", title).Close("header").Open("main");
    }

    private static UiPage End(HtmlText page, string title, params IReadOnlyList<string> scripts) =>
        new(
            HtmlPage.Render($"{title} - Pingmark", page.Close("main").ToString(), null, scripts, PageOrigin.Served),
            HtmlPage.Policy(scripts, PageOrigin.Served)
        );
}
