using Pingmark.Reports.Document;
using Pingmark.Reports.Html;

namespace Pingmark.Reports.Renderers;

/// <summary>Writes a report as the body of a page. The page's script (<c>page.js</c>) and style use its ids and
/// classes.</summary>
internal sealed class HtmlRenderer
{
    private const Media Medium = Media.Page;

    private readonly HtmlText page = new();

    private HtmlRenderer() { }

    public static string Body(ReportDocument document)
    {
        var renderer = new HtmlRenderer();
        renderer.AddHead(document);
        renderer.page.Open("main");
        var sections = document.SectionsIn(Medium);
        var beside = 1 + sections.ToList().FindIndex(section => section.Blocks.Contains(new ChartPlace(IsFirst: true)));
        renderer.AddFirst(sections.Take(beside).ToList());
        foreach (var section in sections.Skip(beside))
            renderer.Add(section, isFolded: section != sections[0]);
        return renderer.page.Close("main").ToString();
    }

    /// <summary>Writes a report as a part of another page, which has the title.</summary>
    public static string Fragment(ReportDocument document)
    {
        var renderer = new HtmlRenderer();
        renderer.AddFacts(document);
        foreach (var section in document.SectionsIn(Medium))
            renderer.Add(section, isFolded: false);
        return renderer.page.ToString();
    }

    private void AddHead(ReportDocument document)
    {
        page.Open("header").Element("h1", document.Title);
        if (document.About.Length > 0)
            page.Element("p", document.About.Trim(), ("class", "about"));
        AddFacts(document);
        foreach (var caution in document.Cautions)
            page.Open("p", ("class", "caution")).Sentence(caution).Close("p");
        page.Close("header");
    }

    private void AddFacts(ReportDocument document)
    {
        if (document.Facts.Count > 0)
            page.Element("p", document.FactsText, ("class", "facts"));
    }

    /// <summary>Adds the sections of the first screen, beside their chart.</summary>
    private void AddFirst(List<Section> sections)
    {
        if (sections.Count == 0)
            return;
        page.Open("div", ("class", "first")).Open("div");
        foreach (var section in sections[..^1])
            Add(section, isFolded: false);
        page.Close("div");
        Add(sections[^1], isFolded: false);
        page.Close("div");
    }

    private void Add(Section section, bool isFolded)
    {
        if (section.TitleIn(Medium).Length == 0)
        {
            Add(section.Blocks);
            return;
        }
        var (id, heading) = section.Id.Length > 0 ? (section.Id, $"{section.Id}-title") : ((string?)null, null);
        page.Open("section", ("id", id), ("aria-labelledby", heading));
        if (isFolded)
            page.Open("details", ("class", "fold"), ("open", "")).Open("summary");
        page.Element("h2", section.Title, ("id", heading));
        if (isFolded)
            page.Close("summary");
        Add(section.Blocks);
        if (isFolded)
            page.Close("details");
        page.Close("section");
    }

    private HtmlText Add(IEnumerable<Block> blocks)
    {
        foreach (var block in Block.Shown(blocks, Medium))
            _ = block switch
            {
                Paragraph paragraph => Add(paragraph),
                Bullets bullets => page.List(bullets.Items),
                Statements statements => Add(statements),
                Code code => page.Open("pre", ("id", code.Id)).Element("code", code.Text).Close("pre"),
                Details details => Add(details),
                Findings findings => Add(findings),
                Alert alert => Add(alert),
                ChartPlace place => place.IsFirst ? page.Open("div", ("id", "first-chart")).Close("div") : page,
                Table table => new HtmlTables(page).Add(table),
                SortedTable table => new HtmlTables(page).Add(table),
                Alternatives { Forms: [var roomiest, ..] } => Add(roomiest),
                _ => throw block.HasNoForm(Medium),
            };
        return page;
    }

    private HtmlText Add(Statements statements)
    {
        page.Open("ul", ("class", "statements"));
        foreach (var (lead, text) in statements.Items)
            page.Open("li").Open("strong").Text($"{lead}:").Raw("</strong> ").Sentence(text).Close("li");
        return page.Close("ul");
    }

    private HtmlText Add(Paragraph paragraph)
    {
        page.Open("p", ("class", paragraph.IsSmall ? "small" : null));
        if (paragraph.Link is { } link)
            page.Open("a", ("href", link.Target)).Text(link.Text).Raw("</a>");
        return page.Text(paragraph.Text).Close("p");
    }

    private HtmlText Add(Details details)
    {
        page.Open("details", ("open", details.IsMain || details.IsOpen ? "" : null)).Element("summary", details.Title);
        return Add(details.Blocks).Close("details");
    }

    private HtmlText Add(Findings findings)
    {
        page.Open("div", ("class", "remarks"));
        foreach (var line in findings.Lines)
        {
            AddSeverity(line).Open("span").Element("strong", line.Subject.Length == 0 ? "the run" : line.Subject);
            AddSentence(line.Text).Close("span").Close("p");
        }
        return page.Close("div");
    }

    private HtmlText Add(Alert alert)
    {
        page.Open("aside", ("class", "caution"), ("aria-label", alert.Title));
        foreach (var line in alert.Lines)
        {
            AddSeverity(line);
            AddSentence(line.WholeSentence).Close("p");
        }
        return Add([alert.More]).Close("aside");
    }

    private HtmlText AddSeverity(FindingLine line) =>
        page.Open("p").Element("span", line.Severity, ("class", $"severity {line.Severity}"));

    private HtmlText AddSentence(string text) => page.Open("span", ("class", "text")).Sentence(text).Close("span");
}
