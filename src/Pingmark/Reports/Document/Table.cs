using Pingmark.Model;

namespace Pingmark.Reports.Document;

/// <param name="Title">The heading, whose lines are those of the text.</param>
public sealed record Column(string Title)
{
    /// <summary>A blank at which no line is broken, except in columns that allow it (<see cref="Breaks"/>).</summary>
    public const string NoBreak = "\u00a0";

    /// <summary>Such a blank before an interval in a text: <c>± 5 %</c> or <c>[0.9, 1.1]</c>.</summary>
    public const string NoBreakBeforeInterval = "\u202f";

    /// <summary>A column of names such as <c>java/tcp-nio</c>, which are broken only where they are so long that
    /// figures would have no room.</summary>
    public static readonly Column Stack = new("Stack") { Breaks = "/" + NoBreak };

    /// <summary>A heading that it shares with the columns beside it; empty: none.</summary>
    public string Group { get; init; } = "";

    /// <summary>Whether it holds figures, which stand to the right.</summary>
    public bool IsFigure { get; init; }

    /// <summary>Where there is no room, columns with the highest rank are left out first. One of rank 0 always
    /// stays.</summary>
    public int Rank { get; init; }

    /// <summary>Whether names are broken before it is left out.</summary>
    public bool OutlastsWholeNames { get; init; }

    /// <summary>The letters after which its texts may be broken where nothing else helps.</summary>
    public string Breaks { get; init; } = "";

    public bool IsOnOneLine { get; init; }

    /// <summary>The heading on one line.</summary>
    public string Name => Title.Replace('\n', ' ');

    public static implicit operator Column(string title) => new(title);

    public static Column Figure(string title, int rank = 0) => new(title) { IsFigure = true, Rank = rank };

    /// <summary>A text that stays on one line where a table is narrow.</summary>
    public static string Unbroken(string text) => text.Replace(" ", NoBreak);
}

/// <summary>The content of a cell of a table.</summary>
public sealed record TableCell(string Text)
{
    /// <summary>The interval, <c>± 1.2 %</c>, which is left out where it has no room.</summary>
    public string Interval { get; init; } = "";

    /// <summary>The value that rows are sorted by; null where there is no figure.</summary>
    public double? Value { get; init; }

    /// <summary>A tooltip; null: none.</summary>
    public string? Meaning { get; init; }

    /// <summary>Where a page leads from here; null: nowhere.</summary>
    public string? Link { get; init; }

    /// <summary>What went wrong with it, a few words each.</summary>
    public IReadOnlyList<string> Marks { get; init; } = [];

    /// <summary>The verdict; null where nothing is judged.</summary>
    public Judgement? Judgement { get; init; }

    public string TextWithInterval => Interval.Length == 0 ? Text : $"{Text} {Interval}";

    public static implicit operator TableCell(string text) => new(text);
}

/// <param name="Word">The verdict's word, which colours the row; empty where there is none.</param>
/// <param name="Sentence">The sentence about it.</param>
/// <param name="Ratio">The ratio to the baseline; null where nothing was compared.</param>
/// <param name="RatioText">The ratio in words without the verdict; null where the cell's own text is that.</param>
public sealed record Judgement(string Word, string Sentence, Estimate? Ratio, string? RatioText = null);

/// <param name="Title">The title for readers who don't see where the table stands.</param>
/// <param name="Rows">The rows, each with as many cells as there are columns; the first cell names the row, and is
/// empty where the row above has the same name.</param>
/// <param name="IsDense">Whether its columns stand as close together as can be read.</param>
public sealed record Table(
    string Title,
    IReadOnlyList<Column> Columns,
    IReadOnlyList<IReadOnlyList<TableCell>> Rows,
    bool IsDense = false,
    Media Media = Media.All
) : Block(Media)
{
    /// <summary>A table with a row for each item; each column has a function that gives its cell for an item.</summary>
    public static Table FromItems<T>(
        string title,
        IEnumerable<T> items,
        params IReadOnlyList<(Column Column, Func<T, TableCell> Of)> columns
    ) =>
        new(
            title,
            columns.Select(column => column.Column).ToList(),
            items.Select(item => columns.Select(column => column.Of(item)).ToList()).ToList()
        );

    /// <summary>The names of columns that it has not since a terminal has no room for them.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    internal override bool IsEmpty => Rows.Count == 0;
}

/// <summary>Several tables of the same columns in one, which a page sorts within each, filters, and shows in part:
/// columns of rank 0 first.</summary>
public sealed record SortedTable(string Title, IReadOnlyList<Table> Groups) : Block;
