using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>Writes the summary that a run's folder has, too, with its JSON Schema.</summary>
internal static class JsonExport
{
    public static readonly Exporter Exporter = new(
        "json",
        "with its schema",
        run => [("summary.json", SummaryJson.Serialize(run.Summary)), ("summary.schema.json", SummarySchema.Text())]
    );
}
