using System.Text;

namespace Pingmark.Reports;

/// <summary>Markdown as it grows: every piece of text is escaped on its way in, so no caller can forget to.</summary>
internal sealed class MarkdownText
{
    private readonly StringBuilder text = new();

    public MarkdownText Heading(int level, string heading) =>
        Block($"{new string('#', level)} {Escape.Markdown(heading)}\n");

    public MarkdownText Paragraph(string paragraph) => Block(Escape.Markdown(paragraph.Trim()) + "\n");

    /// <summary>Nothing at all when there are no items.</summary>
    public MarkdownText List(IEnumerable<string> items) => Lines(items.Select(i => $"- {Escape.Markdown(i)}"));

    /// <summary>A table, or nothing at all without rows.</summary>
    /// <param name="textColumns">So many columns are text; those after them are figures and stand to the right.</param>
    /// <param name="headers">One for each column.</param>
    /// <param name="rows">As many cells in each as there are headers.</param>
    public MarkdownText Table(int textColumns, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        var body = rows.Select(Row).ToList();
        return body.Count == 0
            ? this
            : Lines([
                Row(headers),
                "|" + string.Concat(headers.Select((_, i) => i < textColumns ? " --- |" : " ---: |")),
                .. body,
            ]);
    }

    public override string ToString() => text.ToString();

    private static string Row(IReadOnlyList<string> cells) =>
        $"| {string.Join(" | ", cells.Select(Escape.Markdown))} |";

    private MarkdownText Lines(IEnumerable<string> lines)
    {
        var block = string.Concat(lines.Select(l => l + "\n"));
        return block.Length == 0 ? this : Block(block);
    }

    private MarkdownText Block(string block)
    {
        if (text.Length > 0)
            text.Append('\n');
        text.Append(block);
        return this;
    }
}
