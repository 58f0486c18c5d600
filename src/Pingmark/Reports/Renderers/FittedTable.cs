using System.Text.RegularExpressions;
using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Reports.Renderers;

/// <summary>A table that fits a width: columns are left out by their rank before any figure, verdict or header would be
/// broken within a word. Figures are broken only before their interval, texts between words except those that stand
/// together.</summary>
internal sealed partial class FittedTable
{
    private const int LongestNameOnOneLine = 20;

    /// <summary>The blanks before the first column, between columns and after the last one.</summary>
    private readonly int edge,
        gap,
        end;

    private readonly IReadOnlyList<Column> columns;
    private readonly IReadOnlyList<IReadOnlyList<string>> rows;
    private readonly IReadOnlyList<IReadOnlyList<Style?>>? styles;

    /// <param name="rows">The rows, each with as many texts as there are columns; they may come from files.</param>
    /// <param name="styles">The style of each text; null: all are plain.</param>
    /// <param name="isDense">Whether columns stand as close together as can be read.</param>
    public FittedTable(
        IReadOnlyList<Column> columns,
        IEnumerable<IReadOnlyList<string>> rows,
        IReadOnlyList<IReadOnlyList<Style?>>? styles = null,
        bool isDense = false
    )
    {
        (edge, gap, end) = isDense ? (0, 1, 0) : (1, 2, 2);
        this.columns = columns;
        this.styles = styles;
        this.rows = rows.Select(row => (IReadOnlyList<string>)row.Select(Prepare).ToList()).ToList();
    }

    /// <summary>The names of columns for which a terminal of this width has no room.</summary>
    public IReadOnlyList<string> LeftOut(int width) =>
        Enumerable.Range(0, columns.Count).Except(ColumnsThatFit(width)).Select(at => columns[at].Name).ToList();

    /// <summary>Whether a terminal of this width has room for all columns, without a line being broken.</summary>
    public bool Fits(int width) =>
        LeftOut(width).Count == 0
        && Widths(ColumnsThatFit(width), Room(width)) is var widths
        && widths.All(column => column.Value >= WidestLine(column.Key))
        && Room(width) - widths.Sum(column => column.Value + gap) is var free
        && widths
            .GroupBy(column => columns[column.Key].Group)
            .All(group =>
                WrappedText.Width(group.Key)
                < group.Sum(column => column.Value + gap) + (group.Key == columns[^1].Group ? free : 0)
            );

    /// <summary>The columns of a terminal that are left for texts and the gaps behind them.</summary>
    private int Room(int width) => width - edge - end + gap;

    /// <summary>Writes the table, and returns the names of columns for which there was no room.</summary>
    public IReadOnlyList<string> Write(IAnsiConsole console)
    {
        var shown = ColumnsThatFit(console.Profile.Width);
        var widths = Widths(shown, Room(console.Profile.Width));
        IReadOnlyList<string> Wrap(string text, int at) => WrappedText.Lines(text, widths[at], columns[at].Breaks);
        WriteGroups(console, shown, widths);
        var headers = shown.Select(at => Wrap(columns[at].Title, at)).ToList();
        var height = headers.Max(header => header.Count);
        // Short headers stand at the bottom, beside the last lines of long ones.
        WriteRow(
            console,
            shown,
            widths,
            headers.Select(lines => (IReadOnlyList<string>)[.. Enumerable.Repeat("", height - lines.Count), .. lines])
        );
        console.Write(new Text(new string('─', edge + shown.Sum(at => widths[at] + gap) - gap + end)));
        console.WriteLine();
        // A row that has texts only in columns that are left out is not written.
        foreach (var (number, row) in rows.Index().Where(row => shown.Any(at => row.Item[at].Length > 0)))
            WriteRow(console, shown, widths, shown.Select(at => Wrap(row[at], at)), styles?[number]);
        console.WriteLine();
        return LeftOut(console.Profile.Width);
    }

    /// <summary>Writes what columns that stand side by side have in common above them.</summary>
    private void WriteGroups(IAnsiConsole console, IReadOnlyList<int> shown, Dictionary<int, int> widths)
    {
        if (shown.All(at => columns[at].Group.Length == 0))
            return;
        var line = new string(' ', edge);
        var start = edge;
        foreach (var (place, at) in shown.Index())
        {
            var group = columns[at].Group;
            if (place == 0 || columns[shown[place - 1]].Group != group)
                line = line.PadRight(start) + group;
            start += widths[at] + gap;
        }
        console.Write(new Text(line.TrimEnd()));
        console.WriteLine();
    }

    /// <summary>Writes texts that stand beside each other, line by line and without blanks at the end.</summary>
    private void WriteRow(
        IAnsiConsole console,
        IReadOnlyList<int> shown,
        Dictionary<int, int> widths,
        IEnumerable<IReadOnlyList<string>> texts,
        IReadOnlyList<Style?>? style = null
    )
    {
        var beside = shown.Zip(texts).ToList();
        for (var number = 0; number < beside.Max(text => text.Second.Count); number++)
        {
            var blanks = edge;
            foreach (var (at, lines) in beside)
            {
                var text = lines.ElementAtOrDefault(number) ?? "";
                var free = widths[at] - WrappedText.Width(text);
                var before = columns[at].IsFigure ? free : 0;
                if (text.Length > 0)
                {
                    console.Write(new Text(new string(' ', blanks + before)));
                    console.Write(new Text(text, style?[at]));
                    blanks = -before;
                }
                blanks += free + gap;
            }
            console.WriteLine();
        }
    }

    private List<int> ColumnsThatFit(int width)
    {
        var shown = Enumerable.Range(0, columns.Count).ToList();
        while (
            shown.MaxBy(at => columns[at].Rank) is var last
            && columns[last].Rank > 0
            && shown.Sum(at => LeastWidth(at, columns[last].OutlastsWholeNames ? columns[at].Breaks : "") + gap)
                > Room(width)
        )
            shown.Remove(last);
        return shown;
    }

    private string Prepare(string text, int at)
    {
        var safe = Escape.Terminal(text);
        return columns[at].IsFigure ? BeforeInterval().Replace(Column.Unbroken(safe), " ")
            : columns[at].IsOnOneLine || columns[at] == Column.Stack && safe.Length <= LongestNameOnOneLine
                ? Column.Unbroken(safe)
            : IntervalOfText().Replace(safe, it => Column.NoBreakBeforeInterval + Column.Unbroken(it.Value[1..]));
    }

    /// <summary>The width of the widest part that must not be broken.</summary>
    private int LeastWidth(int at, string breaks) =>
        Texts(at).SelectMany(text => WrappedText.Parts(text, breaks)).Max(WrappedText.Width);

    private int WidestLine(int at) => Texts(at).SelectMany(text => text.Split('\n')).Max(WrappedText.Width);

    private IEnumerable<string> Texts(int at) => rows.Select(row => row[at]).Prepend(columns[at].Title);

    /// <summary>The width of each column. Each gets what it needs; what is left goes to those that matter most, texts
    /// before figures and the last ones first. Where even that is too much, columns are broken where they allow it, and
    /// then anywhere.</summary>
    private Dictionary<int, int> Widths(IReadOnlyList<int> shown, int room)
    {
        var widths = shown.ToDictionary(at => at, at => LeastWidth(at, ""));
        var left = room - widths.Sum(width => width.Value + gap);
        void Widen(int at, int by)
        {
            widths[at] += by;
            left -= by;
        }
        foreach (var at in shown.Where(at => columns[at].Breaks.Length > 0))
            Widen(at, Math.Max(Math.Min(0, left), LeastWidth(at, columns[at].Breaks) - widths[at]));
        while (left < 0 && widths.MaxBy(width => width.Value) is { Value: > 1 } widest)
            Widen(widest.Key, -1);
        var first = shown.OrderBy(at => columns[at].Rank).ThenBy(at => columns[at].IsFigure).ThenByDescending(at => at);
        foreach (var at in first.Where(_ => left > 0))
            Widen(at, Math.Min(left, WidestLine(at) - widths[at]));
        return widths;
    }

    [GeneratedRegex(@"\u00a0(?=[±\[])")]
    private static partial Regex BeforeInterval();

    [GeneratedRegex(@" ± [^ ]+ %| \[-?\d[^\]]*\]")]
    private static partial Regex IntervalOfText();
}
