using Pingmark.Model;

namespace Pingmark.Reports.Document;

/// <param name="Title">Its lines are those of the text.</param>
public sealed record Column(string Title)
{
    /// <summary>Names such as <c>java/tcp-nio</c>, which are broken only where they are so long that figures would
    /// have no room.</summary>
    public static readonly Column Stack = new("Stack") { Breaks = "/" + Unbroken.Blank };

    /// <summary>Figures stand to the right.</summary>
    public bool IsFigure { get; init; }

    /// <summary>What is left out first where there is no room: the highest. 0 stays.</summary>
    public int Rank { get; init; }

    /// <summary>May be broken after these letters, if nothing else is left.</summary>
    public string Breaks { get; init; } = "";

    /// <summary>Each text stays on one line.</summary>
    public bool IsUnbroken { get; init; }

    /// <summary>For those who are told that it was left out.</summary>
    public string Name => Title.Replace('\n', ' ');

    public static implicit operator Column(string title) => new(title);

    public static Column Figure(string title, int rank = 0) => new(title) { IsFigure = true, Rank = rank };
}

/// <summary>What a cell of a table says.</summary>
public sealed record TableCell(string Text)
{
    /// <summary><c>± 1.2 %</c>, which is left out where it has no room; what must be read is in the text.</summary>
    public string Interval { get; init; } = "";

    /// <summary>What rows are sorted by; null: there is no figure.</summary>
    public double? Value { get; init; }

    /// <summary>What went wrong with it, a few words each.</summary>
    public IReadOnlyList<string> Marks { get; init; } = [];

    /// <summary>Null: nothing is judged here.</summary>
    public Judgement? Judgement { get; init; }

    public string TextWithInterval => Interval.Length == 0 ? Text : $"{Text} {Interval}";

    public static implicit operator TableCell(string text) => new(text);
}

/// <param name="Word">A verdict, by which rows are coloured and filtered; empty: there is none.</param>
/// <param name="Sentence">What is said of it.</param>
/// <param name="Ratio">Null: nothing was compared.</param>
public sealed record Judgement(string Word, string Sentence, Estimate? Ratio);

/// <param name="Title">For those who don't see where it stands.</param>
/// <param name="Rows">As many cells in each as there are columns; the first one names the row, and is empty where the
/// row above has the same name.</param>
public sealed record Table(string Title, IReadOnlyList<Column> Columns, IReadOnlyList<IReadOnlyList<TableCell>> Rows)
    : Block
{
    /// <summary>A row for each item; a column says what of an item it shows.</summary>
    public static Table Of<T>(
        string title,
        IEnumerable<T> items,
        params IReadOnlyList<(Column Column, Func<T, TableCell> Of)> columns
    ) =>
        new(
            title,
            columns.Select(column => column.Column).ToList(),
            items.Select(item => columns.Select(column => column.Of(item)).ToList()).ToList()
        );

    internal override bool IsEmpty => Rows.Count == 0;
}

/// <summary>Tables of the same columns as one, which a page sorts within each, filters by verdict, and shows in part:
/// columns of rank 0.</summary>
public sealed record SortedTable(string Title, IReadOnlyList<Table> Groups, IReadOnlyList<string> Verdicts) : Block;
