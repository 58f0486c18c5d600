using System.Text.Json;
using Pingmark.Capacity.Reporting;
using Pingmark.Schema;

namespace Pingmark.Capacity;

/// <summary>A search with its summary, which is built again from its steps.</summary>
public sealed record SummedSearch(CapacityPlan Plan, IReadOnlyList<CapacityStep> Steps, CapacitySummary Summary)
{
    private const long LargestSummary = 256L << 20;

    /// <exception cref="BadInputException">The search is damaged.</exception>
    public static SummedSearch Read(CapacityFolder folder)
    {
        var (plan, steps) = folder.Read();
        return new(plan, steps, CapacitySummaries.Build(plan, steps, !IsComplete(folder)));
    }

    /// <summary>Whether the search ended by itself, as the summary tells that was written then.</summary>
    private static bool IsComplete(CapacityFolder folder)
    {
        var file = folder[CapacityFiles.Summary];
        try
        {
            return PlainFile.Exists(file)
                && JsonSerializer.Deserialize<CapacitySummary>(
                    PlainFile.ReadText(file, LargestSummary),
                    SummaryJson.Strict
                )
                    is { Interrupted: false };
        }
        catch (Exception e) when (e is JsonException or BadInputException)
        {
            return false;
        }
    }
}
