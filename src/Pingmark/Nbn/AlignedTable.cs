using Pingmark.Reports;
using Pingmark.Reports.Renderers;

namespace Pingmark.Nbn;

/// <summary>Writes a Markdown table whose columns stand below one another, as NBN prints it: it can be read in a
/// terminal and pasted into an issue. A terminal that is narrower gets the same figures in a form that fits.</summary>
public static class AlignedTable
{
    /// <summary>The width of files and of what other programs read, in columns: no line is too long for them.</summary>
    public const int Endless = int.MaxValue;
    private const string Gap = "  ";

    /// <param name="textColumns">The number of columns with text; those after them are figures and stand to the
    /// right.</param>
    public static IReadOnlyList<string> Render(
        int textColumns,
        IReadOnlyList<string> headers,
        IEnumerable<IReadOnlyList<string>> rows,
        int width = Endless
    )
    {
        var all = rows.Prepend(headers).ToList();
        var lines = Markdown(textColumns, [.. all.Select(row => row.Select(Escape.Markdown).ToList())]);
        return lines[0].Length <= width
            ? lines
            : Narrow(textColumns, [.. all.Select(row => row.Select(Escape.Terminal).ToList())], width);
    }

    /// <summary>Wraps a line with an indent; a line of a table stays as it is.</summary>
    public static IEnumerable<string> Wrapped(string line, int width) =>
        line.Length <= width || line.StartsWith('|')
            ? [line]
            : WrappedText
                .Lines(line, width - Gap.Length)
                .Select((part, at) => at == 0 ? part.TrimEnd() : Gap + part.TrimEnd());

    private static List<string> Markdown(int textColumns, IReadOnlyList<List<string>> cells)
    {
        var widths = Widths(cells, least: 3);
        var lines = cells
            .Select(row =>
                $"| {string.Join(" | ", row.Select((cell, i) => Padded(cell, widths[i], i < textColumns)))} |"
            )
            .ToList();
        lines.Insert(1, $"|{string.Concat(widths.Select((width, i) => $" {Rule(width, i < textColumns)} |"))}");
        return lines;
    }

    /// <summary>Each row's names on one line, and its figures below in as many lines as they need.</summary>
    private static List<string> Narrow(int textColumns, IReadOnlyList<List<string>> cells, int width)
    {
        var widths = Widths(cells, least: 0);
        var groups = new List<List<int>> { new() };
        foreach (var column in Enumerable.Range(textColumns, widths.Count - textColumns))
        {
            if (groups[^1].Append(column).Sum(at => Gap.Length + widths[at]) > width && groups[^1].Count > 0)
                groups.Add([]);
            groups[^1].Add(column);
        }
        return
        [
            .. cells.SelectMany(row =>
                Wrapped(string.Join(" · ", row.Take(textColumns)), width)
                    .Concat(
                        groups.Select(group =>
                            string.Concat(group.Select(at => Gap + Padded(row[at], widths[at], isText: false)))
                        )
                    )
            ),
        ];
    }

    private static List<int> Widths(IReadOnlyList<List<string>> cells, int least) =>
        [.. cells[0].Select((_, i) => Math.Max(least, cells.Max(row => row[i].Length)))];

    private static string Padded(string cell, int width, bool isText) =>
        isText ? cell.PadRight(width) : cell.PadLeft(width);

    private static string Rule(int width, bool isText) => isText ? new('-', width) : $"{new string('-', width - 1)}:";
}
