using System.Globalization;
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

    public HtmlText Close(string tag) => Raw($"</{tag}>\n");

    public HtmlText Text(string plain) => Raw(Escape.Html(plain));

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

    /// <summary>Opens a table that scrolls in a box of its own where the screen is narrow.</summary>
    /// <param name="title">The title for readers who don't see where the table stands.</param>
    /// <param name="id">The table's id for scripts; null where none uses it.</param>
    public HtmlText OpenTable(string title, string cssClass, string? id = null) =>
        Open("div", ("class", "scroll"), ("role", "region"), ("aria-label", title), ("tabindex", "0"))
            .Open("table", ("class", cssClass), ("id", id));

    public HtmlText CloseTable() => Close("table").Close("div");

    /// <summary>Opens a drawing. It is hidden from those who hear the page, because what it shows stands in words
    /// beside it.</summary>
    public HtmlText OpenSvg(string cssClass, double width, double height) =>
        Open(
            "svg",
            ("class", cssClass),
            ("viewBox", $"0 0 {Pixels(width)} {Pixels(height)}"),
            ("width", Pixels(width)),
            ("height", Pixels(height)),
            ("aria-hidden", "true")
        );

    public HtmlText Path(string cssClass, string data) => Open("path", ("class", cssClass), ("d", data)).Raw("</path>");

    public HtmlText Circle(double x, double y, double radius) =>
        Open("circle", ("cx", Pixels(x)), ("cy", Pixels(y)), ("r", Pixels(radius))).Raw("</circle>");

    /// <summary>A length or a place in a drawing.</summary>
    public static string Pixels(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>Adds markup that this program has made: scripts, styles, and what another instance has
    /// escaped.</summary>
    public HtmlText Raw(string markup)
    {
        text.Append(markup);
        return this;
    }

    public override string ToString() => text.ToString();
}
