namespace Pingmark.Reports.Document;

/// <summary>Texts of cells that stay on one line where a table is narrow.</summary>
public static class Unbroken
{
    /// <summary>No line is broken at it, but in columns that may be (<see cref="Column.Breaks"/>).</summary>
    public const string Blank = "\u00a0";

    /// <summary>Likewise, before <c>± 5 %</c> and <c>[0.9, 1.1]</c> in texts.</summary>
    public const string BlankBeforeInterval = "\u202f";

    public static string Of(string text) => text.Replace(" ", Blank);
}
