using System.Globalization;
using System.Text;
using Pingmark.Formatting;

namespace Pingmark.History.Database;

/// <summary>A column that is read back, whose values anybody may have made.</summary>
/// <param name="Table">In the schema <c>pingmark</c>.</param>
/// <param name="MostBytes">Of a value that is read; what is longer never leaves the server. 8 and less: a number, which
/// its type bounds.</param>
internal sealed record ReadColumn(string Table, string Name, int MostBytes)
{
    public string Length => $"octet_length({Name}::text)";

    /// <summary>The text, or null in its place.</summary>
    public string IfItFits =>
        string.Create(CultureInfo.InvariantCulture, $"case when {Length} <= {MostBytes} then {Name}::text end");

    /// <summary>Why a text of so many bytes is left out; null: it fits.</summary>
    public string? Problem(long bytes) =>
        bytes <= MostBytes
            ? null
            : $"{NumberText.Count(bytes)} bytes of {Name}, {NumberText.Count(MostBytes)} are the most";

    public string? Problem(string text) => Problem(Encoding.UTF8.GetByteCount(text));
}

/// <summary>All that is read back from a database, and the most of it.</summary>
internal static class Bounds
{
    public static readonly ReadColumn About = new("run", "about", 64 << 10),
        Summary = new("run", "summary", 64 << 20),
        Key = new("series", "key", 64 << 10),
        Versions = new("cell", "versions", 16 << 10);

    public static readonly IReadOnlyList<ReadColumn> All =
    [
        About,
        Summary,
        Key,
        Versions,
        new("migration", "version", 4),
        new("run", "id", 8),
        new("series", "id", 8),
        new("cell", "series", 8),
        new("figure", "run", 8),
        new("figure", "number", 4),
        new("figure", "value", 8),
        new("figure", "ci_low", 8),
        new("figure", "ci_high", 8),
    ];

    /// <summary>Rows of a table of documents, figures of one metric, and bytes of all texts of one answer.</summary>
    public const int MostDocuments = 100_000,
        MostFigures = 1_000_000,
        MostBytes = 64 << 20;

    /// <summary>Of damaged rows, and of those that are too long.</summary>
    public const int MostNamed = 8;

    /// <summary>What figures and the ends of their intervals are: beyond it nothing is measured or can be reckoned
    /// with.</summary>
    public const string Figures = "between 1e-15 and 1e15",
        IntervalEnds = "between -1e15 and 1e15";
}
