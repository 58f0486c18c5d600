namespace Pingmark.Reports.Document;

/// <summary>Makes texts of cells stay on one line where a table is narrow.</summary>
public static class NonBreakingText
{
    /// <summary>A blank at which no line is broken, except in columns that allow it
    /// (<see cref="Column.Breaks"/>).</summary>
    public const string Blank = "\u00a0";

    /// <summary>Such a blank before an interval in a text: <c>± 5 %</c> or <c>[0.9, 1.1]</c>.</summary>
    public const string BlankBeforeInterval = "\u202f";

    public static string From(string text) => text.Replace(" ", Blank);
}
