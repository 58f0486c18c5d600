using Pingmark.Reports.Document;
using Spectre.Console.Rendering;

namespace Pingmark.Reports.Renderers;

/// <summary>Breaks texts into the lines of a terminal.</summary>
internal static class WrappedText
{
    /// <summary>Breaks a text into lines of a width: between words, then behind the letters where it may be broken, and
    /// then anywhere.</summary>
    public static IReadOnlyList<string> Lines(string text, int width, string breaks = "")
    {
        var lines = new List<string>();
        foreach (var paragraph in text.Split('\n'))
        {
            var line = "";
            foreach (var word in paragraph.Split(' '))
            {
                var spaced = line.Length == 0 ? word : $"{line} {word}";
                if (Width(spaced) <= width)
                {
                    line = spaced;
                    continue;
                }
                if (line.Length > 0)
                    lines.Add(line);
                line = "";
                foreach (var part in Parts(word, breaks).SelectMany(part => Pieces(part, width)))
                {
                    if (line.Length > 0 && Width(line + part) > width)
                    {
                        lines.Add(line);
                        line = "";
                    }
                    line += part;
                }
            }
            lines.Add(line);
        }
        return [.. lines.Select(line => line.Replace(Column.NoBreak, " ").Replace(Column.NoBreakBeforeInterval, " "))];
    }

    /// <summary>The parts of a text between breaks; a letter after which it may be broken stays at a part's
    /// end.</summary>
    public static IEnumerable<string> Parts(string text, string breaks)
    {
        var start = 0;
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] is ' ' or '\n')
            {
                yield return text[start..at];
                start = at + 1;
            }
            else if (breaks.Contains(text[at]) && at + 1 < text.Length)
            {
                yield return text[start..(at + 1)];
                start = at + 1;
            }
        }
        yield return text[start..];
    }

    private static IEnumerable<string> Pieces(string word, int width)
    {
        var (start, at, used) = (0, 0, 0);
        foreach (var rune in word.EnumerateRunes())
        {
            var cells = rune.IsAscii ? 1 : Width(rune.ToString());
            if (at > start && used + cells > width)
            {
                yield return word[start..at];
                (start, used) = (at, 0);
            }
            at += rune.Utf16SequenceLength;
            used += cells;
        }
        yield return word[start..];
    }

    /// <summary>The width in cells of a terminal; some characters take two.</summary>
    public static int Width(string text) => Segment.CellCount([new Segment(text)]);
}
