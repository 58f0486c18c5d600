using System.Globalization;
using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Reports.Html;

/// <summary>All cells in one table, the scenarios one after the other: only within one may cells be compared, so it is
/// sorted there. The page's script sorts, filters and leaves columns out; without it the table is whole.</summary>
internal sealed class HtmlFigures(HtmlText page, Summary summary, IReadOnlyList<ScenarioGroup> groups)
{
    private static readonly string[] Verdicts =
    [
        .. Enum.GetValues<ComparisonVerdict>().Select(verdict => verdict.Word()),
        Baseline,
        ScenarioGroup.Unusable,
    ];

    private const string Baseline = "baseline";

    /// <summary>What decides, in this order; the rest is shown on demand.</summary>
    private static readonly string[] First =
    [
        "throughput_per_s",
        "achieved_rate",
        "rtt_p50_ns",
        "rtt_p99_ns",
        "rtt_p999_ns",
        "server_cpu_ns_per_msg",
        "client_cpu_ns_per_msg",
    ];

    private readonly IReadOnlyList<Metric> metrics = Metric
        .All.Where(metric => summary.Cells.Any(cell => metric.Of(cell) is not null))
        .OrderBy(metric => Array.IndexOf(First, metric.Key) is >= 0 and var at ? at : First.Length)
        .ToList();

    public void Add()
    {
        page.Open("section", ("id", "figures"), ("aria-labelledby", "figures-title"));
        page.Element("h2", "Figures", ("id", "figures-title"));
        AddControls();
        page.OpenTable("All figures", "figures", "cells").Open("thead").Open("tr");
        AddHeader("Stack", "text");
        AddHeader("To baseline", "text");
        foreach (var metric in metrics)
            AddHeader(metric.Title, First.Contains(metric.Key) ? "figure" : "figure more");
        AddHeader("Messages", "figure more");
        page.Close("tr").Close("thead");
        foreach (var group in groups)
            AddGroup(group);
        page.CloseTable();
        page.Element("p", ReportWords.HowToReadIntervals + ReportWords.HowToReadRatios, ("class", "small"));
        foreach (var note in ReportWords.Footnotes(groups))
            page.Element("p", note, ("class", "small"));
        if (groups.Any(g => g.Scenario.PairThreads is not null))
            page.Element("p", ReportWords.OneProcess, ("class", "small"));
        var withheld = groups.SelectMany(ReportWords.Withheld).Distinct().ToList();
        if (withheld.Count > 0)
            page.Open("details").Element("summary", "What is withheld, and why").List(withheld).Close("details");
        page.Close("section");
    }

    private void AddControls()
    {
        page.Open("div", ("class", "controls"), ("id", "controls"), ("hidden", ""));
        page.Open("label").Text("Filter ").Open("input", ("type", "search"), ("id", "filter")).Close("label");
        page.Open("label").Text("Verdict ").Open("select", ("id", "verdict"));
        page.Element("option", "all", ("value", ""));
        foreach (var verdict in Verdicts)
            page.Element("option", verdict, ("value", verdict));
        page.Close("select").Close("label");
        page.Element("button", "All columns", ("type", "button"), ("id", "columns"), ("aria-pressed", "false"));
        page.Element("output", "", ("id", "shown"), ("class", "small")).Close("div");
    }

    private void AddHeader(string title, string kind) => page.Element("th", title, ("scope", "col"), ("class", kind));

    private void AddGroup(ScenarioGroup group)
    {
        var columns = NumberText.Count(metrics.Count + 3);
        page.Open("tbody").Open("tr", ("class", "scenario"));
        page.Open("th", ("colspan", columns), ("scope", "rowgroup"))
            .Element("span", group.Title)
            .Close("th")
            .Close("tr");
        var interval = new IntervalMark(group.Cells.Select(group.Headline).OfType<Comparison>().Select(c => c.Ratio));
        foreach (var cell in group.Cells)
        {
            var comparison = cell.Status == CellStatus.Ok ? group.Headline(cell) : null;
            var verdict =
                cell.Status != CellStatus.Ok ? group.WithoutVerdict(cell)
                : comparison is not null ? comparison.Verdict.Word()
                : cell == group.Baseline ? Baseline
                : "";
            page.Open("tr", ("data-verdict", verdict), ("data-cell", cell.Id));
            page.Open("th", ("scope", "row")).Element("span", group.Name(cell), ("class", "name"));
            foreach (var mark in ReportWords.Marks(cell))
                page.Element("span", mark, ("class", "loss"));
            page.Close("th");
            AddComparison(group, cell, comparison, interval);
            foreach (var metric in metrics)
                AddFigure(metric, cell);
            page.Element(
                "td",
                NumberText.Count(cell.Messages),
                ("class", "figure more"),
                ("data-value", Exact(cell.Messages))
            );
            page.Close("tr");
        }
        page.Close("tbody");
    }

    private void AddComparison(ScenarioGroup group, CellSummary cell, Comparison? comparison, IntervalMark interval)
    {
        page.Open("td", ("data-value", Exact(comparison?.Ratio.Value ?? (cell == group.Baseline ? 1 : null))));
        page.Open("div", ("class", "ratio"));
        if (comparison is not null)
        {
            interval.AddTo(page, comparison.Ratio, comparison.Verdict);
            page.Element(
                "span",
                EstimateText.Ratio(comparison.Ratio) + group.NotTheQuotient(comparison),
                ("class", "value")
            );
            page.Element("span", EstimateText.RatioInterval(comparison.Ratio), ("class", "spread"));
            var word = comparison.Verdict.Word();
            page.Element(
                "span",
                ReportWords.Needs(comparison) is { Length: > 0 } needs ? needs : word,
                ("class", $"verdict {word}")
            );
        }
        else if (cell.Status != CellStatus.Ok)
        {
            var word = group.WithoutVerdict(cell);
            var said = word == ScenarioGroup.Measuring ? word : cell.Status.Word();
            page.Element("span", said, ("class", $"verdict {word}"));
        }
        else
            page.Element(
                "span",
                cell == group.Baseline && group.Cells.Count > 1 ? Baseline : NumberText.Missing,
                ("class", "muted")
            );
        page.Close("div").Close("td");
    }

    private void AddFigure(Metric metric, CellSummary cell)
    {
        var kind = First.Contains(metric.Key) ? "figure" : "figure more";
        var estimate = metric.Of(cell);
        page.Open("td", ("class", kind), ("data-value", Exact(estimate?.Value)));
        page.Element("span", metric.Text(cell), ("class", "value"));
        if (estimate is not null && EstimateText.Interval(estimate, metric.Format) is { Length: > 0 } spread)
            page.Element("span", spread, ("class", "spread"));
        page.Close("td");
    }

    private static string Exact(double? value) => value?.ToString("R", CultureInfo.InvariantCulture) ?? "";
}
