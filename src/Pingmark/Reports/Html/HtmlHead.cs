using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports.Html;

/// <summary>The top of the page: what was run and where, the outcome in words, and what to be careful with.</summary>
internal static class HtmlHead
{
    public static void Add(HtmlText page, Summary summary, IReadOnlyList<ScenarioGroup> groups, CellNames names)
    {
        page.Open("header").Open("div", ("class", "top"));
        page.Element("h1", summary.Suite);
        page.Element("button", "Dark", ("type", "button"), ("id", "theme"), ("hidden", "")).Close("div");
        if (summary.About.Length > 0)
            page.Element("p", summary.About.Trim(), ("class", "about"));
        page.Element("p", Facts(summary), ("class", "facts"));
        foreach (var caution in ReportWords.Cautions(summary))
            page.Element("p", caution, ("class", "caution"));
        page.Close("header").Open("main");
        AddOutcome(page, groups);
        AddCaution(page, Remark.Of(summary), names);
    }

    public static string Facts(Summary summary) =>
        $"{ReportWords.Run(summary)}. {ReportWords.Machine(summary.Machine)}.";

    public static void AddOutcome(HtmlText page, IReadOnlyList<ScenarioGroup> groups)
    {
        page.Open("section", ("id", "outcome"), ("aria-labelledby", "outcome-title"));
        page.Element("h2", "Outcome", ("id", "outcome-title"));
        page.Open("div", ("class", "cards"));
        foreach (var group in groups)
        {
            var headline = Headline.Of(group);
            page.Open("article").Element("h3", group.Title).Element("p", headline.Lead, ("class", "lead"));
            page.Open("dl");
            foreach (var (word, cells) in headline.Lines)
            {
                page.Open("div").Open("dt").Element("span", word, ("class", $"verdict {word}")).Close("dt").Open("dd");
                foreach (var cell in cells)
                    page.Element("span", cell, ("class", "entry"));
                page.Close("dd").Close("div");
            }
            page.Close("dl").Close("article");
        }
        page.Close("div").Close("section");
    }

    /// <summary>The worst in full, the rest as a number: all of it stands below.</summary>
    private static void AddCaution(HtmlText page, IReadOnlyList<Remark> remarks, CellNames names)
    {
        var worst = remarks.Where(r => r.Severity is Severity.Failed or Severity.Invalid && !r.IsCaution).ToList();
        var warnings = remarks.Count(r => r.Severity == Severity.Warning);
        if (worst.Count == 0 && warnings == 0)
            return;
        page.Open("aside", ("class", "caution"), ("aria-label", "What must not be trusted"));
        foreach (var remark in worst)
            page.Open("p")
                .Element("span", remark.Severity.Word(), ("class", $"severity {remark.Severity.Word()}"))
                .Element("span", remark.Sentence(names), ("class", "text"))
                .Close("p");
        if (warnings > 0)
            page.Open("p")
                .Open("a", ("href", "#remarks"))
                .Text($"{NumberText.Count(warnings)} {(warnings == 1 ? "warning" : "warnings")}")
                .Raw("</a>")
                .Text(" to read before the figures.")
                .Close("p");
        page.Close("aside");
    }
}
