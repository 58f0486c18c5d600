using System.Text.Json;
using Pingmark.Exports;
using Pingmark.Schema;

namespace Pingmark.Capacity.Reporting;

/// <summary>What programs read of a search for capacities.</summary>
public static class CapacityJson
{
    /// <summary>The JSON Schemas of its files.</summary>
    public static readonly IReadOnlyList<FileSchema> Schemas =
    [
        new(
            "capacity-summary",
            typeof(CapacitySummary),
            CapacitySummary.CurrentSchema,
            "capacity-summary.json: how much each cell carries within the objective"
        ),
        new(
            "capacity",
            typeof(CapacityPlan),
            CapacityPlan.CurrentSchema,
            "capacity.json: what was searched for, and where it ran"
        ),
        new("capacity-step", typeof(CapacityStep), null, "a line of steps.jsonl: one window of a search"),
    ];

    /// <summary>The summary as indented JSON with a final line end.</summary>
    public static string Serialize(CapacitySummary summary) =>
        JsonSerializer.Serialize(summary, SummaryJson.Options) + "\n";
}
