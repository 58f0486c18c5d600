using System.Globalization;
using CsvHelper;
using Pingmark.Formatting;

namespace Pingmark.Reports;

/// <summary>How a table of separated values is written.</summary>
/// <param name="DecimalMark">What stands before the fraction of a figure.</param>
public sealed record CsvFormat(char Separator, char DecimalMark = '.')
{
    public static readonly CsvFormat Default = new(',');

    /// <summary>The separators that can be asked for. Programs that separate by semicolons do so since commas are in
    /// their figures.</summary>
    public static readonly IReadOnlyDictionary<string, CsvFormat> BySeparator = new Dictionary<string, CsvFormat>
    {
        [","] = Default,
        [";"] = new(';', DecimalMark: ','),
        ["tab"] = new('\t'),
    };
}

/// <summary>A column of a table of comma-separated values.</summary>
/// <param name="Of">The field of a row; empty where it is not known.</param>
internal sealed record CsvColumn<T>(string Name, Func<T, string> Of)
{
    /// <summary>Whether its fields are figures, as far as they are numbers.</summary>
    public bool HasFigures { get; init; }

    /// <summary>A text, which a spreadsheet must not take for a formula.</summary>
    public static CsvColumn<T> Text(string name, Func<T, string?> of) => new(name, row => Escape.Csv(of(row) ?? ""));

    /// <summary>A figure, which stays bare, or a negative one would become text.</summary>
    public static CsvColumn<T> Number(string name, Func<T, double?> of) =>
        new(name, row => Digits(of(row))) { HasFigures = true };

    /// <summary>The field as a format writes it.</summary>
    public string Field(T row, CsvFormat format) =>
        Of(row) is var field && HasFigures && double.TryParse(field, CultureInfo.InvariantCulture, out _)
            ? field.Replace('.', format.DecimalMark)
            : field;

    public static CsvColumn<T> Count(string name, Func<T, long?> of) =>
        new(name, row => of(row) is { } count ? NumberText.Count(count) : "");

    /// <summary>A time as the JSON files have it.</summary>
    public static CsvColumn<T> Time(string name, Func<T, DateTimeOffset> of) =>
        new(name, row => of(row).ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFzzz", CultureInfo.InvariantCulture));

    private static string Digits(double? value) =>
        value is { } v && double.IsFinite(v) ? v.ToString("R", CultureInfo.InvariantCulture) : "";
}

/// <summary>Writes tables of comma-separated values with a header, with RFC 4180 quotes and line ends of one
/// <c>\n</c>.</summary>
internal static class CsvTable
{
    /// <summary>The table; a column in which all fields are empty is left out.</summary>
    public static string Render<T>(IReadOnlyList<CsvColumn<T>> columns, IEnumerable<T> items, CsvFormat? format = null)
    {
        format ??= CsvFormat.Default;
        var rows = items.Select(item => columns.Select(column => column.Field(item, format)).ToList()).ToList();
        var used = Enumerable.Range(0, columns.Count).Where(at => rows.Any(row => row[at].Length > 0)).ToList();
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (
            var csv = CsvWriter.Create(
                text,
                new CsvWriterOptions { NewLine = "\n", Separator = format.Separator },
                leaveOpen: true
            )
        )
        {
            csv.WriteRecord([.. used.Select(at => columns[at].Name)]);
            foreach (var row in rows)
                csv.WriteRecord([.. used.Select(at => row[at])]);
        }
        return text.ToString();
    }
}
