using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Reports.Html;

namespace Pingmark.Ui;

/// <summary>Writes the first page: the form that starts a suite, and the runs with their outcome.</summary>
internal sealed class ListPage(HtmlText page)
{
    private const int OutcomesShown = 3;
    private const int MaxOutcomes = 100;
    private const string FirstSuite = "quick";

    public void AddStart(RunStarter starter, Secret secret, StartForm? refused)
    {
        page.Open("section", ("aria-labelledby", "start-title")).Element("h2", "Measure", ("id", "start-title"));
        if (starter.Last is { IsOver: false } running)
            page.Open("p").Text("Being measured: ").Raw(UiPages.LinkToLive(running.Name)).Close("p");
        if (refused is not null)
            page.Element("p", $"Not started: {refused.Problem}", ("class", "caution text"), ("role", "alert"));
        page.Open("form", ("method", "post"), ("action", "/start"), ("class", "controls")).Raw(UiPages.Hidden(secret));
        page.Open("label").Text("Suite ").Open("select", ("name", "suite"));
        foreach (var (name, about) in starter.Suites)
            page.Element(
                "option",
                about.Length > 0 ? $"{name}: {about}" : name,
                ("value", name),
                ("selected", name == (refused?.Suite ?? FirstSuite) ? "" : null)
            );
        page.Close("select").Close("label");
        AddField("Budget", "budget", refused?.Budget, "the suite's, such as 2m");
        AddField("Stacks", "stacks", refused?.Stacks, "the suite's");
        page.Element("button", "Start", ("type", "submit")).Close("form");
        page.Open("details").Element("summary", "What each suite shows");
        page.List(starter.Suites.Select(suite => $"{suite.Name}: {suite.About}").ToList());
        page.Close("details").Close("section");
    }

    private void AddField(string title, string name, string? value, string empty) =>
        page.Open("label")
            .Text($"{title} ")
            .Open(
                "input",
                ("name", name),
                ("placeholder", empty),
                ("autocomplete", "off"),
                ("value", value is { Length: > 0 } ? value : null)
            )
            .Close("label");

    public void AddRuns(RunsOfFolder folder, IReadOnlyList<ListedRun> runs)
    {
        page.Open("div", ("class", "controls"), ("id", "list-controls"), ("hidden", ""));
        page.Open("label").Text("Filter ").Open("input", ("type", "search"), ("id", "filter")).Close("label");
        page.Element("output", "", ("id", "shown"), ("class", "small")).Close("div");
        page.Open("form", ("method", "get"), ("action", "/compare"));
        page.OpenTable("All runs", "plain", "runs").Open("thead").Open("tr");
        foreach (var header in new[] { "Run", "Outcome", "Suite", "Started", "Machine", "Baseline", "Compared" })
            page.Element("th", header, ("scope", "col"));
        page.Close("tr").Close("thead").Open("tbody");
        foreach (var (place, run) in runs.Index())
            AddRun(run, place < MaxOutcomes ? folder.OutcomeOf(run) : []);
        page.Close("tbody").CloseTable().Open("div", ("class", "controls"));
        page.Open("label").Open("input", ("type", "checkbox"), ("name", "anyway")).Text(" also what is not alike");
        page.Close("label").Element("button", "Compare", ("type", "submit")).Close("div").Close("form");
    }

    private void AddRun(ListedRun run, IReadOnlyList<string> outcome)
    {
        var (name, info, state) = run;
        page.Open("tr").Open("th", ("scope", "row")).Open("span", ("class", "name"));
        page.Raw(state == RunState.Running ? UiPages.LinkToLive(name) : UiPages.LinkToReport(name));
        page.Raw("</span>").Close("th").Open("td", ("class", "outcome"));
        if (state != RunState.Finished)
            page.Element(
                "span",
                State(state),
                ("class", $"verdict {(state == RunState.Running ? "measuring" : "unusable")}")
            );
        foreach (var line in outcome.Take(OutcomesShown))
            page.Element("span", line, ("class", "name"));
        if (outcome.Count > OutcomesShown)
            page.Element("span", $"and {outcome.Count - OutcomesShown} more", ("class", "muted"));
        page.Close("td").Open("td").Element("span", info.Suite, ("class", "name")).Close("td");
        page.Element("td", info.StartedAt.ToString("yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture));
        page.Open("td")
            .Element("span", $"{info.Machine.Cpu}, {NumberText.Count(info.Machine.Cores, "core")}", ("class", "name"))
            .Close("td");
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

    private static string State(RunState state) =>
        state == RunState.Running ? "measuring" : "ended early, and was not summed up";
}
