using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>
/// summary.json as text, and back. The options are shared by every JSON file of a run folder, so that all of them spell
/// keys, numbers and dates alike.
/// </summary>
public static class SummaryJson
{
    private const long LargestBytes = 256L << 20;

    /// <summary>The options for files that people open: summary.json, run.json.</summary>
    public static JsonSerializerOptions Options { get; } = Create(indented: true);

    /// <summary>The options for one object a line: trials.jsonl and <c>--json</c> output.</summary>
    public static JsonSerializerOptions LineOptions { get; } = Create(indented: false);

    /// <summary>The options for reading the files of a run folder, which may come from anybody.</summary>
    internal static JsonSerializerOptions Strict { get; } = Create(indented: false, ModelJson.StrictConverters());

    /// <summary>The summary as indented JSON; every key is present, unknown values are null.</summary>
    public static string Serialize(Summary summary) => JsonSerializer.Serialize(summary, Options) + "\n";

    /// <summary>Reads a summary file.</summary>
    /// <exception cref="BadInputException">The file is missing, is not JSON, or is of a schema that this version can't
    /// read.</exception>
    public static Summary Load(string path) => Parse(PlainFile.ReadText(path, LargestBytes), path);

    /// <param name="json">The text of a summary file.</param>
    /// <param name="file">Its name, for messages.</param>
    /// <exception cref="BadInputException">The text is not JSON, or of a schema that this version can't
    /// read.</exception>
    public static Summary Parse(string json, string file) => Parse(json, file, Options);

    /// <summary>Reads an untrusted summary: refuses nulls in lists and numbers too large to add up.</summary>
    /// <exception cref="BadInputException">The text is not such a summary.</exception>
    public static Summary ParseStrictly(string json, string file) => Parse(json, file, Strict);

    private static Summary Parse(string json, string file, JsonSerializerOptions options)
    {
        try
        {
            // The schema comes first: a summary of another version should say so, not complain about a key.
            CheckSchema(JsonSerializer.Deserialize<Header>(json, Options)?.Schema, file);
            return JsonSerializer.Deserialize<Summary>(json, options)
                ?? throw new BadInputException($"{file}: no summary");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{file}{Position(e)}: not a readable summary{Where(e)}: {Reason(e)}");
        }
    }

    private static void CheckSchema(string? schema, string file)
    {
        if (schema is null)
            throw new BadInputException(
                $"{file}: no summary: the key 'schema' is missing (expected '{Summary.CurrentSchema}')"
            );
        if (schema != Summary.CurrentSchema)
            throw new BadInputException(
                $"{file}: schema '{schema}' is unknown; this pingmark reads '{Summary.CurrentSchema}'. "
                    + "Read it with the pingmark that wrote it, or measure again"
            );
    }

    private static string Position(JsonException e) =>
        e.LineNumber is { } line ? $":{line + 1}:{(e.BytePositionInLine ?? 0) + 1}" : "";

    private static string Where(JsonException e) =>
        string.IsNullOrEmpty(e.Path) || e.Path == "$" ? "" : $" at {e.Path}";

    /// <summary>The message without .NET's position, which counts from 0.</summary>
    private static string Reason(JsonException e)
    {
        var appended = e.Message.IndexOf(" Path: ", StringComparison.Ordinal);
        if (appended < 0)
            appended = e.Message.IndexOf(" LineNumber: ", StringComparison.Ordinal);
        return appended < 0 ? e.Message : e.Message[..appended];
    }

    private static JsonSerializerOptions Create(bool indented, params JsonConverter[] converters) =>
        ModelJson.Create(indented, PutFigures, converters);

    /// <summary>Inserts the figures as properties; those of costs follow the number of laps.</summary>
    private static void PutFigures(JsonTypeInfo type)
    {
        var rows = Metric.All.ToLookup(
            metric => metric.Table == MetricTable.Costs,
            metric => new JsonRow<CellSummary, Estimate?>(
                metric.Key,
                metric.EstimateOf,
                (cell, value) => cell.Figures = metric.Put(cell, value).Figures
            )
        );
        JsonRows.InsertProperties(type, after: "measured_s", rows[false]);
        JsonRows.InsertProperties(type, after: "laps", rows[true]);
    }

    private sealed record Header
    {
        public string? Schema { get; init; }
    }
}
