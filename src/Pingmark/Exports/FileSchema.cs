using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Pingmark.Bundles;
using Pingmark.Comparing;
using Pingmark.History;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>The JSON Schema (draft 2020-12) of a file or output, made from its type.</summary>
/// <param name="Version">What its key <c>schema</c> says; null: it has no such key.</param>
public sealed record FileSchema(string Name, Type Written, string? Version, string Title)
{
    /// <summary>Whether each object ends with a checksum.</summary>
    private bool HasChecksum { get; init; }

    public static readonly IReadOnlyList<FileSchema> All =
    [
        new("summary", typeof(Summary), Summary.CurrentSchema, "summary.json: the statistics of a run"),
        new("run", typeof(RunInfo), RunInfo.CurrentSchema, "run.json: what was asked for, and where it ran")
        {
            HasChecksum = true,
        },
        new("trial", typeof(TrialRecord), null, "a line of trials.jsonl: one cell in one block of one round")
        {
            HasChecksum = true,
        },
        new(
            "bundle",
            typeof(BundleManifest),
            BundleManifest.CurrentSchema,
            "manifest.json of a bundle: what it has in it, byte for byte"
        )
        {
            HasChecksum = true,
        },
        new("comparison", typeof(RunComparison), RunComparison.CurrentSchema, "compare --json: two runs, cell by cell"),
        new("history-list", typeof(HistoryDocument<PastRun>), HistoryDocument.Schema, "history list --json: runs"),
        new(
            "history-figures",
            typeof(HistoryDocument<CellHistory>),
            HistoryDocument.Schema,
            "history show --json and history trend --json: cells over time"
        ),
    ];

    public string Text()
    {
        var schema = SummaryJson
            .Options.GetJsonSchemaAsNode(
                Written,
                new() { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Adapt }
            )
            .AsObject();
        var properties = schema["properties"]!.AsObject();
        if (Version is not null)
            properties["schema"] = new JsonObject { ["const"] = Version };
        if (HasChecksum)
            properties["crc32c"] = new JsonObject { ["type"] = "string", ["pattern"] = "^[0-9a-f]{8}$" };
        var head = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = $"pingmark.{Name}/{Version?.Split('/')[1] ?? "1"}.json",
            ["title"] = $"{Title}. docs/results-format.md explains each key.",
        };
        foreach (var (key, value) in schema.ToList())
        {
            schema.Remove(key);
            head[key] = value;
        }
        return head.ToJsonString(SummaryJson.Options) + "\n";
    }

    /// <summary>Adapts what types can't express: stack options, earlier keys, and converters.</summary>
    private static JsonNode Adapt(JsonSchemaExporterContext context, JsonNode schema)
    {
        if (context.TypeInfo.Type == typeof(Scenario) && schema["properties"] is JsonObject properties)
            foreach (var earlier in EarlierOptionKeys.RecordKeys.Keys)
                properties.Remove(earlier);
        if (context.TypeInfo.Type == typeof(StackOptions))
            return new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = new JsonObject { ["type"] = new JsonArray("boolean", "integer", "string") },
            };
        return context.PropertyInfo?.CustomConverter switch
        {
            BoundedLong => new JsonObject { ["type"] = "integer" },
            EmptyIfUnknown => new JsonObject { ["enum"] = new JsonArray("reliable", "unreliable", "") },
            _ => schema,
        };
    }
}
