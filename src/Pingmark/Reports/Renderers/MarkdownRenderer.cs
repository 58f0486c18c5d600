using System.Text;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Renderers;

/// <summary>Writes a report as GitHub-flavoured Markdown. Every piece of text is escaped on its way in.</summary>
public sealed class MarkdownRenderer
{
    private const Media Medium = Media.Markdown;

    private readonly StringBuilder text = new();

    private MarkdownRenderer() { }

    public static string Render(ReportDocument document)
    {
        var renderer = new MarkdownRenderer();
        renderer.AddHeading(document.Level, document.Title);
        string[] head = [document.About, document.FactsText, .. document.Cautions];
        renderer.Add(head.Select(text => new Paragraph(text)), document.Level);
        foreach (var section in document.SectionsIn(Medium))
        {
            renderer.AddHeading(document.Level + 1, section.TitleIn(Medium));
            renderer.Add(section.Blocks, document.Level + 2);
        }
        return renderer.text.ToString();
    }

    /// <param name="level">The level of headings among the blocks.</param>
    private void Add(IEnumerable<Block> blocks, int level)
    {
        foreach (var block in Block.Shown(blocks, Medium))
            if (block is Details details)
            {
                AddHeading(level, details.IsMain ? "" : details.Title);
                Add(details.Blocks, level + 1);
            }
            else
                AddLines(Lines(block));
    }

    private static IEnumerable<string> Lines(Block block) =>
        block switch
        {
            Paragraph paragraph => [Escape.Markdown(paragraph.Text.Trim())],
            Bullets bullets => List(bullets.Items),
            Statements statements => statements.Items.Select(one =>
                $"- **{Escape.Markdown(one.Lead)}**: {Escape.Markdown(one.Text)}"
            ),
            Findings findings => List(findings.Lines.Select(line => $"{line.Severity}: {line.Sentence}")),
            Table table =>
            [
                Row(table.Columns.Select(column => column.Name)),
                "|" + string.Concat(table.Columns.Select(column => column.IsFigure ? " ---: |" : " --- |")),
                .. table.Rows.Select(row => Row(row.Select(cell => cell.TextWithInterval))),
            ],
            _ => throw block.HasNoForm(Medium),
        };

    private static IEnumerable<string> List(IEnumerable<string> items) =>
        items.Select(item => $"- {Escape.Markdown(item)}");

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells.Select(Escape.Markdown))} |";

    private void AddHeading(int level, string heading)
    {
        if (heading.Length > 0)
            AddLines([$"{new string('#', level)} {Escape.Markdown(heading)}"]);
    }

    /// <summary>Adds a block, with a blank line before it.</summary>
    private void AddLines(IEnumerable<string> lines)
    {
        if (text.Length > 0)
            text.Append('\n');
        foreach (var line in lines)
            text.Append(line).Append('\n');
    }
}
