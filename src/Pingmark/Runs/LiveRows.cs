using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;

namespace Pingmark.Runs;

/// <param name="Ratio">The ratio to the baseline; empty where there is none.</param>
internal sealed record LiveRow(Cell Cell, string Figure, string Ratio)
{
    public bool IsKnown => Figure != NumberText.Missing;
}

/// <summary>Lays out the cells of a run under the titles of their scenarios, as its report will name them.</summary>
internal sealed class LiveRows(IReadOnlyList<Cell> cells)
{
    private const string Gap = "  ",
        Mark = "> ",
        NoMark = "  ";

    /// <summary>Ratios are left out where names would have fewer columns.</summary>
    private const int MinNameColumns = 12;

    private readonly List<Scenario> _scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();

    /// <summary>The lines that have room, with the cells at work among them.</summary>
    /// <param name="working">The ids of the cells at work, which are marked.</param>
    public IEnumerable<ViewLine> Lines(
        IReadOnlyList<LiveRow> rows,
        IReadOnlySet<string> working,
        int columns,
        int height
    )
    {
        var lines = new List<(ViewLine Line, bool IsCell, bool IsWorking)>();
        foreach (var group in rows.Zip(Texts(rows, columns)).GroupBy(row => row.First.Cell.Scenario))
        {
            lines.Add((new(Cut(ScenarioText.Title(group.Key, _scenarios), columns - 1)), false, false));
            foreach (var (row, text) in group)
            {
                var isWorking = working.Contains(row.Cell.Id);
                lines.Add((new((isWorking ? Mark : NoMark) + text, isWorking), true, isWorking));
            }
        }
        var shown = Math.Clamp(height, 1, lines.Count);
        var first = Math.Max(0, lines.FindIndex(line => line.IsWorking));
        // Under the title of its scenario, where that has room.
        var from = Math.Clamp(shown > 1 ? first - Math.Min(first, 1) : first, 0, lines.Count - shown);
        var hidden = lines.Index().Count(line => line.Item.IsCell && (line.Index < from || line.Index >= from + shown));
        return
        [
            .. lines.Skip(from).Take(shown).Select(line => line.Line),
            .. hidden > 0 ? [More(hidden)] : Array.Empty<ViewLine>(),
        ];
    }

    private static ViewLine More(int hidden) => new($"{NoMark}{hidden} more {(hidden == 1 ? "cell" : "cells")}");

    private static IEnumerable<string> Texts(IReadOnlyList<LiveRow> rows, int columns)
    {
        var (name, figure, ratio) = (
            rows.Max(row => Name(row.Cell).Length),
            rows.Max(row => row.Figure.Length),
            rows.Max(row => row.Ratio.Length)
        );
        // The last column stays free.
        var room = columns - 1 - Mark.Length - Gap.Length - figure;
        var hasRatios = ratio > 0 && room - Gap.Length - ratio >= Math.Min(name, MinNameColumns);
        name = Math.Max(1, Math.Min(name, hasRatios ? room - Gap.Length - ratio : room));
        return rows.Select(row =>
            (
                Cut(Name(row.Cell), name).PadRight(name)
                + Gap
                + row.Figure.PadRight(figure)
                + (hasRatios ? Gap + row.Ratio : "")
            ).TrimEnd()
        );
    }

    public static string Name(Cell cell) =>
        cell.Client == cell.Stack ? cell.Label : $"{cell.Label} (client {cell.Client})";

    private static string Cut(string text, int most) =>
        text.Length <= most ? text
        : most > 1 ? text[..(most - 1)] + "…"
        : text[..Math.Max(0, most)];
}

/// <summary>Draws the progress of a run: <c>██████░░░░░░░░  about 40 s left  round 1/3, block 1/2</c>.</summary>
internal static class LiveBar
{
    private const int MaxWidth = 24,
        MinWidth = 4;
    private const string Gap = "  ";

    /// <param name="share">How much of the time has passed, from 0 to 1.</param>
    /// <param name="words">The words behind the bar, the more important first; words without room are left out.</param>
    public static string Draw(double share, IEnumerable<string> words, int columns)
    {
        var text = "";
        foreach (var word in words.Where(word => word.Length > 0))
            if (MinWidth + text.Length + Gap.Length + word.Length <= columns)
                text += Gap + word;
            else
                break;
        var width = Math.Clamp(columns - text.Length, 0, MaxWidth);
        var full = (int)Math.Round(Math.Clamp(share, 0, 1) * width);
        return new string('█', full) + new string('░', width - full) + text;
    }
}
