using System.Text;

namespace Pingmark.Reports.Html;

/// <summary>Builds HTML text. Every piece of text is escaped on its way in, so that no caller can forget it. Names of
/// tags and attributes come from this program alone.</summary>
internal sealed class HtmlText
{
    private readonly StringBuilder text = new();

    public HtmlText Open(string tag, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        text.Append('<').Append(tag);
        foreach (var (name, value) in attributes)
            if (value is not null)
                text.Append(' ').Append(name).Append("=\"").Append(Escape.Html(value)).Append('"');
        text.Append('>');
        return this;
    }

    public HtmlText Close(string tag)
    {
        text.Append("</").Append(tag).Append(">\n");
        return this;
    }

    public HtmlText Text(string plain)
    {
        text.Append(Escape.Html(plain));
        return this;
    }

    /// <summary>A sentence, in which what is to be typed stands between backticks.</summary>
    public HtmlText Sentence(string plain)
    {
        var parts = plain.Split('`');
        // One that is not closed is a character like any other.
        if (parts.Length % 2 == 0)
            return Text(plain);
        foreach (var (place, part) in parts.Index())
            if (place % 2 == 0)
                Text(part);
            else
                Open("code").Text(part).Raw("</code>");
        return this;
    }

    /// <summary>An element that holds nothing but text.</summary>
    public HtmlText Element(string tag, string plain, params ReadOnlySpan<(string Name, string? Value)> attributes) =>
        Open(tag, attributes).Text(plain).Close(tag);

    /// <summary>An element that holds a sentence.</summary>
    public HtmlText SentenceIn(
        string tag,
        string plain,
        params ReadOnlySpan<(string Name, string? Value)> attributes
    ) => Open(tag, attributes).Sentence(plain).Close(tag);

    public HtmlText Link(string address, string plain) => Open("a", ("href", address)).Text(plain).Raw("</a>");

    /// <summary>A list; nothing at all when there are no items.</summary>
    public HtmlText List(IReadOnlyList<string> items)
    {
        if (items.Count == 0)
            return this;
        Open("ul");
        foreach (var item in items)
            Element("li", item);
        return Close("ul");
    }

    /// <summary>Opens a section with its heading, which names it for readers who can't see it.</summary>
    /// <param name="id">What the heading's id begins with: <c>runs</c> gives it <c>runs-title</c>.</param>
    /// <param name="kind">The section's class; null: none.</param>
    public HtmlText OpenSection(string id, string title, string? kind = null) =>
        Open("section", ("aria-labelledby", $"{id}-title"), ("class", kind))
            .Element("h2", title, ("id", $"{id}-title"));

    /// <summary>Opens a table that scrolls in a box of its own where the screen is narrow.</summary>
    /// <param name="title">The title for readers who don't see where the table stands.</param>
    /// <param name="kind">The table's class.</param>
    /// <param name="id">The table's id for scripts; null where none uses it.</param>
    public HtmlText OpenTable(string title, string kind, string? id = null) =>
        Open("div", ("class", "scroll"), ("role", "region"), ("aria-label", title), ("tabindex", "0"))
            .Open("table", ("class", kind), ("id", id));

    public HtmlText CloseTable() => Close("table").Close("div");

    /// <summary>Adds markup that this program has made: scripts, styles, and what another instance has
    /// escaped.</summary>
    public HtmlText Raw(string markup)
    {
        text.Append(markup);
        return this;
    }

    public override string ToString() => text.ToString();
}
