using System.Globalization;
using System.Text;

namespace Pingmark;

/// <summary>Text that may come from anybody (suites, run folders, workers), made fit to be shown to people.</summary>
public static class TerminalSafeText
{
    /// <summary>Replaces a character that could steer a terminal.</summary>
    public const char Masked = '\uFFFD';

    private const int LongestLine = 2_000;
    private const int ShownOfEnd = 300;

    /// <summary>The text without control characters (escape sequences begin with one), invisible characters that
    /// reorder text, and halves of surrogate pairs. Line ends stay.</summary>
    public static string Plain(string text)
    {
        if (!text.AsSpan().ContainsAnyExceptInRange(' ', '~'))
            return text;
        var plain = new StringBuilder(text.Length);
        foreach (var rune in text.ReplaceLineEndings("\n").EnumerateRunes())
            if (rune.Value == '\t')
                plain.Append(' ');
            else if (rune.Value == '\n' || !IsMasked(rune))
                plain.Append(rune);
            else
                plain.Append(Masked);
        return plain.ToString();
    }

    /// <summary>JSON with the same characters escaped, so that reading it gives the original text. They can stand in
    /// its strings alone.</summary>
    public static string Json(string json)
    {
        if (!json.AsSpan().ContainsAnyExceptInRange(' ', '~'))
            return json;
        var escaped = new StringBuilder(json.Length);
        foreach (var rune in json.EnumerateRunes())
            if (rune.Value == '\n' || !IsMasked(rune))
                escaped.Append(rune);
            else
                foreach (var half in rune.ToString())
                    escaped.Append(CultureInfo.InvariantCulture, $"\\u{(int)half:x4}");
        return escaped.ToString();
    }

    /// <summary>A message with lines short enough to be read, whatever values they quote: the middle of a line is cut,
    /// since its beginning says what was wrong and its end what to do.</summary>
    public static string Message(string text) =>
        text.Length <= LongestLine ? text : string.Join('\n', text.Split('\n').Select(Cut));

    private static string Cut(string line)
    {
        if (line.Length <= LongestLine)
            return line;
        var left = line.Length - LongestLine;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{line[..(LongestLine - ShownOfEnd)]}… ({left} letters more) …{line[^ShownOfEnd..]}"
        );
    }

    private static bool IsMasked(Rune rune) =>
        Rune.GetUnicodeCategory(rune)
            is UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator
                or UnicodeCategory.Surrogate;
}
