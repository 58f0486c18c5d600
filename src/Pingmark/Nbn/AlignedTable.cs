using Pingmark.Reports;

namespace Pingmark.Nbn;

/// <summary>Writes a Markdown table whose columns stand below one another, as NBN prints it: it can be read in a
/// terminal and pasted into an issue.</summary>
internal static class AlignedTable
{
    /// <param name="textColumns">The number of columns with text; those after them are figures and stand to the
    /// right.</param>
    public static IEnumerable<string> Render(
        int textColumns,
        IReadOnlyList<string> headers,
        IEnumerable<IReadOnlyList<string>> rows
    )
    {
        var cells = rows.Prepend(headers).Select(row => row.Select(Escape.Markdown).ToList()).ToList();
        var widths = headers.Select((_, i) => Math.Max(3, cells.Max(row => row[i].Length))).ToList();
        var lines = cells
            .Select(row =>
                $"| {string.Join(" | ", row.Select((cell, i) => Padded(cell, widths[i], i < textColumns)))} |"
            )
            .ToList();
        return
        [
            lines[0],
            $"|{string.Concat(widths.Select((width, i) => $" {Rule(width, i < textColumns)} |"))}",
            .. lines.Skip(1),
        ];
    }

    private static string Padded(string cell, int width, bool isText) =>
        isText ? cell.PadRight(width) : cell.PadLeft(width);

    private static string Rule(int width, bool isText) => isText ? new('-', width) : $"{new string('-', width - 1)}:";
}
