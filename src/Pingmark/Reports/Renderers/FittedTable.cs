using System.Text.RegularExpressions;
using Pingmark.Reports.Document;
using Spectre.Console;
using Spectre.Console.Rendering;
using Table = Spectre.Console.Table;

namespace Pingmark.Reports.Renderers;

/// <summary>A table that fits a width: columns are left out by their rank before any figure, verdict or header would be
/// broken within a word. Figures are broken only before their interval, texts between words except those that stand
/// together.</summary>
internal sealed partial class FittedTable
{
    private const int LongestNameOnOneLine = 20;

    /// <summary>The width of the frame: one before the first column, two for each column.</summary>
    private const int Edge = 1,
        Gap = 2;

    private readonly IReadOnlyList<Column> columns;
    private readonly IReadOnlyList<IReadOnlyList<string>> rows;
    private readonly IReadOnlyList<IReadOnlyList<Style?>>? styles;

    /// <param name="columns">The columns in their order.</param>
    /// <param name="rows">The rows, each with as many texts as there are columns; they may come from files.</param>
    /// <param name="styles">The style of each text; null: all are plain.</param>
    public FittedTable(
        IReadOnlyList<Column> columns,
        IEnumerable<IReadOnlyList<string>> rows,
        IReadOnlyList<IReadOnlyList<Style?>>? styles = null
    )
    {
        this.columns = columns;
        this.styles = styles;
        this.rows = rows.Select(row => (IReadOnlyList<string>)row.Select(Prepared).ToList()).ToList();
    }

    /// <summary>The names of columns for which a terminal of this width has no room.</summary>
    public IReadOnlyList<string> LeftOut(int width) =>
        Enumerable.Range(0, columns.Count).Except(Shown(width)).Select(at => columns[at].Name).ToList();

    /// <summary>Writes the table, and returns the names of columns for which there was no room.</summary>
    public IReadOnlyList<string> Write(IAnsiConsole console)
    {
        var shown = Shown(console.Profile.Width);
        console.Write(new TrimmedLines(Table(shown, Widths(shown, console.Profile.Width - Edge))));
        return LeftOut(console.Profile.Width);
    }

    private List<int> Shown(int width)
    {
        var shown = Enumerable.Range(0, columns.Count).ToList();
        while (Least(shown) > width - Edge && shown.MaxBy(at => columns[at].Rank) is var last && columns[last].Rank > 0)
            shown.Remove(last);
        return shown;
    }

    private string Prepared(string text, int at)
    {
        var safe = Escape.Terminal(text);
        return columns[at].IsFigure ? BeforeInterval().Replace(NonBreakingText.From(safe), " ")
            : columns[at].IsOnOneLine || columns[at] == Column.Stack && safe.Length <= LongestNameOnOneLine
                ? NonBreakingText.From(safe)
            : IntervalOfText()
                .Replace(
                    safe,
                    interval => NonBreakingText.BlankBeforeInterval + NonBreakingText.From(interval.Value[1..])
                );
    }

    private int Least(IReadOnlyList<int> shown) => shown.Sum(at => Least(at, "") + Gap);

    /// <summary>The width of the widest part that must not be broken.</summary>
    private int Least(int at, string breaks) =>
        Texts(at).SelectMany(text => WrappedText.Parts(text, breaks)).Max(WrappedText.Width);

    private int Widest(int at) => Texts(at).SelectMany(text => text.Split('\n')).Max(WrappedText.Width);

    private IEnumerable<string> Texts(int at) => rows.Select(row => row[at]).Prepend(columns[at].Title);

    /// <summary>The width of each column. Each gets what it needs; what is left goes to those that matter most, texts
    /// before figures and the last ones first. Where even that is too much, columns are broken where they allow it, and
    /// then anywhere.</summary>
    private Dictionary<int, int> Widths(IReadOnlyList<int> shown, int room)
    {
        var widths = shown.ToDictionary(at => at, at => Least(at, ""));
        var left = room - widths.Sum(width => width.Value + Gap);
        foreach (var at in shown.Where(at => columns[at].Breaks.Length > 0))
        {
            var given = Math.Max(Math.Min(0, left), Least(at, columns[at].Breaks) - widths[at]);
            widths[at] += given;
            left -= given;
        }
        while (left < 0 && widths.MaxBy(width => width.Value) is { Value: > 1 } widest)
        {
            widths[widest.Key]--;
            left++;
        }
        var first = shown.OrderBy(at => columns[at].Rank).ThenBy(at => columns[at].IsFigure).ThenByDescending(at => at);
        foreach (var at in first.Where(_ => left > 0))
        {
            var given = Math.Min(left, Widest(at) - widths[at]);
            widths[at] += given;
            left -= given;
        }
        return widths;
    }

    private Table Table(IReadOnlyList<int> shown, Dictionary<int, int> widths)
    {
        var table = new Table().Border(TableBorder.Simple);
        var headers = shown.ToDictionary(
            at => at,
            at => WrappedText.Lines(columns[at].Title, widths[at], columns[at].Breaks)
        );
        var lines = headers.Max(header => header.Value.Count);
        foreach (var at in shown)
        {
            // Short headers stand at the bottom, beside the last lines of long ones.
            var header = Enumerable.Repeat("", lines - headers[at].Count).Concat(headers[at]);
            var column = new TableColumn(new Text(string.Join('\n', header))).PadLeft(0).PadRight(1).Width(widths[at]);
            table.AddColumn(columns[at].IsFigure ? column.RightAligned() : column);
        }
        // A row of what is left out alone is none.
        foreach (var (number, row) in rows.Index().Where(row => shown.Any(at => row.Item[at].Length > 0)))
            table.AddRow(
                shown.Select(at =>
                    (IRenderable)
                        new Text(
                            string.Join('\n', WrappedText.Lines(row[at], widths[at], columns[at].Breaks)),
                            styles?[number][at]
                        )
                )
            );
        return table;
    }

    [GeneratedRegex(@"\u00a0(?=[±\[])")]
    private static partial Regex BeforeInterval();

    [GeneratedRegex(@" ± [^ ]+ %| \[-?\d[^\]]*\]")]
    private static partial Regex IntervalOfText();
}
