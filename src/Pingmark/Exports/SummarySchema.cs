using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>Makes the JSON Schema of summary.json (draft 2020-12) from the types that are written to it.</summary>
public static class SummarySchema
{
    public static string Text()
    {
        var schema = SummaryJson
            .Options.GetJsonSchemaAsNode(
                typeof(Summary),
                new() { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Adapt }
            )
            .AsObject();
        schema["properties"]!["schema"] = new JsonObject { ["const"] = Summary.CurrentSchema };
        var head = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = $"{Summary.CurrentSchema}.json",
            ["title"] = "summary.json: the statistics of a run. docs/results-format.md explains each key.",
        };
        foreach (var (key, value) in schema.ToList())
        {
            schema.Remove(key);
            head[key] = value;
        }
        return head.ToJsonString(SummaryJson.Options) + "\n";
    }

    /// <summary>Allows any stack option, and removes the keys that earlier versions wrote in place of
    /// options.</summary>
    private static JsonNode Adapt(JsonSchemaExporterContext context, JsonNode schema)
    {
        if (context.TypeInfo.Type == typeof(Scenario) && schema["properties"] is JsonObject properties)
            foreach (var earlier in EarlierOptionKeys.OfRecords.Keys)
                properties.Remove(earlier);
        return context.TypeInfo.Type == typeof(StackOptions)
            ? new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = new JsonObject { ["type"] = new JsonArray("boolean", "integer", "string") },
            }
            : schema;
    }
}
