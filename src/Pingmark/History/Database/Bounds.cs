using System.Globalization;
using System.Text;
using Pingmark.Formatting;

namespace Pingmark.History.Database;

/// <summary>A column that is read back, and whose values may come from anybody.</summary>
/// <param name="Table">Its table in the schema <c>pingmark</c>.</param>
/// <param name="MostBytes">The longest value that is read; the server does not send a longer one. At 8 and less it is a
/// number, which its type bounds.</param>
internal sealed record ReadColumn(string Table, string Name, int MostBytes)
{
    public string Length => $"octet_length({Name}::text)";

    /// <summary>The SQL expression for the text, or for null where it is too long.</summary>
    public string IfItFits =>
        string.Create(CultureInfo.InvariantCulture, $"case when {Length} <= {MostBytes} then {Name}::text end");

    /// <summary>Why a text of so many bytes is left out; null where it fits.</summary>
    public string? Problem(long bytes) =>
        bytes <= MostBytes
            ? null
            : $"{NumberText.Count(bytes)} bytes of {Name}, {NumberText.Count(MostBytes)} are the most";

    public string? Problem(string text) => Problem(Encoding.UTF8.GetByteCount(text));
}

/// <summary>All columns that are read back from a database, and how much of them is read.</summary>
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

    /// <summary>The most rows of a table of documents, figures of one metric, and bytes of all texts of one answer that
    /// are read.</summary>
    public const int MostDocuments = 100_000,
        MostFigures = 1_000_000,
        MostBytes = 64 << 20;

    /// <summary>How many damaged or too long rows are named.</summary>
    public const int MostNamed = 8;

    /// <summary>The range of figures and of the ends of their intervals: nothing beyond it is measured or can be
    /// calculated with.</summary>
    public const string Figures = "between 1e-15 and 1e15",
        IntervalEnds = "between -1e15 and 1e15";
}
