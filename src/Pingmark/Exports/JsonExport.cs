using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>Writes the summary that a run's folder has, too, and the JSON Schemas of all that programs read.</summary>
internal static class JsonExport
{
    public static readonly Exporter Exporter = new(
        "json",
        "the summary, and schemas",
        run =>
            [
                ("summary.json", SummaryJson.Serialize(run.Summary)),
                .. FileSchema.All.Select(schema => ($"{schema.Name}.schema.json", schema.Text())),
            ]
    );
}
