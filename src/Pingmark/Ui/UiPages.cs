using System.Globalization;
using Pingmark.Comparing;
using Pingmark.Formatting;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;

namespace Pingmark.Ui;

/// <param name="Policy">What a browser may do with the page, as a content security policy.</param>
internal sealed record UiPage(string Html, string Policy);

/// <summary>Writes the pages around the reports. Whatever comes from folders is escaped by
/// <see cref="HtmlText"/>.</summary>
internal static class UiPages
{
    private const string FirstSuite = "quick";

    public static UiPage List(
        RunsOfFolder folder,
        IReadOnlyList<ListedRun> runs,
        IReadOnlyList<string> skipped,
        RunStarter starter,
        Secret form
    )
    {
        var page = Begin($"Runs in {folder.Folder}", isFirst: true);
        AddStart(page, starter, form);
        page.Open("section", ("aria-labelledby", "runs-title")).Element("h2", "Runs", ("id", "runs-title"));
        if (runs.Count == 0)
            page.Element("p", "No runs are here yet.");
        else
            AddRuns(page, runs);
        page.List(skipped.Select(reason => $"skipped: {reason}").ToList()).Close("section");
        return End(page, $"Runs in {folder.Folder}");
    }

    private static void AddStart(HtmlText page, RunStarter starter, Secret form)
    {
        page.Open("section", ("aria-labelledby", "start-title")).Element("h2", "Measure", ("id", "start-title"));
        if (starter.Last is { IsOver: false } running)
            page.Open("p").Open("a", ("href", Live(running.Name))).Text(running.Name).Raw("</a>").Close("p");
        page.Open("form", ("method", "post"), ("action", "/start"), ("class", "controls")).Raw(Hidden(form));
        page.Open("label").Text("Suite ").Open("select", ("name", "suite"));
        foreach (var suite in starter.Suites)
            page.Element("option", suite, ("value", suite), ("selected", suite == FirstSuite ? "" : null));
        page.Close("select").Close("label");
        AddField(page, "Budget", "budget", "the suite's");
        AddField(page, "Stacks", "stacks", "the suite's");
        page.Element("button", "Start", ("type", "submit")).Close("form").Close("section");
    }

    private static void AddField(HtmlText page, string title, string name, string empty) =>
        page.Open("label")
            .Text($"{title} ")
            .Open("input", ("name", name), ("placeholder", empty), ("autocomplete", "off"))
            .Close("label");

    private static void AddRuns(HtmlText page, IReadOnlyList<ListedRun> runs)
    {
        page.Open("form", ("method", "get"), ("action", "/compare"));
        page.OpenTable("All runs", "plain", "runs").Open("thead").Open("tr");
        foreach (var header in new[] { "Run", "Suite", "Started", "Cells", "Machine", "State", "Baseline", "Compared" })
            page.Element("th", header, ("scope", "col"));
        page.Close("tr").Close("thead").Open("tbody");
        foreach (var (name, info, state) in runs)
        {
            page.Open("tr").Open("th", ("scope", "row")).Open("span", ("class", "name"));
            page.Open("a", ("href", state == RunState.Running ? Live(name) : Report(name))).Text(name);
            page.Raw("</a></span>").Close("th");
            page.Open("td").Element("span", info.Suite, ("class", "name")).Close("td");
            page.Element("td", info.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture));
            page.Element("td", NumberText.Count(info.Cells.Count), ("class", "figure"));
            page.Open("td").Element("span", info.Machine.Cpu, ("class", "name")).Close("td");
            page.Element("td", state.Word());
            foreach (var role in new[] { "baseline", "run" })
                page.Open("td")
                    .Open(
                        "input",
                        ("type", "radio"),
                        ("name", role),
                        ("value", name),
                        ("required", ""),
                        ("aria-label", $"{name} as {role}")
                    )
                    .Close("td");
            page.Close("tr");
        }
        page.Close("tbody").CloseTable().Open("div", ("class", "controls"));
        page.Open("label").Open("input", ("type", "checkbox"), ("name", "anyway")).Text(" also what is not alike");
        page.Close("label").Element("button", "Compare", ("type", "submit")).Close("div").Close("form");
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
        page.Open("a", ("href", Report(name))).Text("Open its report").Raw("</a>").Close("p");
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

    private static string Hidden(Secret form) =>
        new HtmlText().Open("input", ("type", "hidden"), ("name", "form"), ("value", form.Text)).ToString();

    private static HtmlText Begin(string title, bool isFirst = false)
    {
        var page = new HtmlText();
        if (!isFirst)
            page.Open("nav").Open("a", ("href", "/")).Text("All runs").Raw("</a>").Close("nav");
        return page.Open("header").Element("h1", title).Close("header").Open("main");
    }

    private static UiPage End(HtmlText page, string title, params IReadOnlyList<string> scripts) =>
        new(
            HtmlPage.Render(
                $"{title} - Pingmark",
                page.Close("main").ToString(),
                null,
                scripts,
                HtmlSurroundings.Served
            ),
            HtmlPage.Policy(scripts, HtmlSurroundings.Served)
        );
}
