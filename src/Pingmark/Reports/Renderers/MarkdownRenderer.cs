using System.Text;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Renderers;

/// <summary>A report as GitHub-flavoured Markdown. Every piece of text is escaped on its way in.</summary>
public sealed class MarkdownRenderer
{
    private const Media Medium = Media.Markdown;

    private readonly StringBuilder text = new();

    private MarkdownRenderer() { }

    public static string Render(ReportDocument document)
    {
        var renderer = new MarkdownRenderer();
        renderer.AddHeading(document.Level, document.Title);
        renderer.AddParagraph(document.About);
        renderer.AddParagraph(string.Join(' ', document.Facts.Select(fact => $"{fact}.")));
        foreach (var caution in document.Cautions)
            renderer.AddParagraph(caution);
        foreach (var section in document.Sections)
        {
            renderer.AddHeading(document.Level + 1, section.TitleIn(Medium));
            renderer.Add(section.Blocks, document.Level + 2);
        }
        return renderer.text.ToString();
    }

    /// <param name="level">Of the headings among the blocks.</param>
    private void Add(IEnumerable<Block> blocks, int level)
    {
        foreach (var block in Block.Shown(blocks, Medium))
            switch (block)
            {
                case Paragraph paragraph:
                    AddParagraph(paragraph.Text);
                    break;
                case Bullets bullets:
                    AddList(bullets.Items);
                    break;
                case Findings findings:
                    AddList(findings.Lines.Select(line => $"{line.Severity}: {line.Sentence}"));
                    break;
                case Table table:
                    AddTable(table);
                    break;
                case Details details:
                    AddHeading(level, details.IsMain ? "" : details.Title);
                    Add(details.Blocks, level + 1);
                    break;
                default:
                    throw block.HasNoForm(Medium);
            }
    }

    private void AddHeading(int level, string heading)
    {
        if (heading.Length > 0)
            AddLines([$"{new string('#', level)} {Escape.Markdown(heading)}"]);
    }

    private void AddParagraph(string paragraph)
    {
        if (paragraph.Trim() is { Length: > 0 } plain)
            AddLines([Escape.Markdown(plain)]);
    }

    private void AddList(IEnumerable<string> items) => AddLines(items.Select(item => $"- {Escape.Markdown(item)}"));

    private void AddTable(Table table) =>
        AddLines([
            Row(table.Columns.Select(column => column.Name)),
            "|" + string.Concat(table.Columns.Select(column => column.IsFigure ? " ---: |" : " --- |")),
            .. table.Rows.Select(row => Row(row.Select(cell => cell.TextWithInterval))),
        ]);

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells.Select(Escape.Markdown))} |";

    /// <summary>A block, with a blank line before it.</summary>
    private void AddLines(IEnumerable<string> lines)
    {
        if (text.Length > 0)
            text.Append('\n');
        foreach (var line in lines)
            text.Append(line).Append('\n');
    }
}
