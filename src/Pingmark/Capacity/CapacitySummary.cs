using System.Text.Json.Serialization;
using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>capacity-summary.json: what a search found, a pure function of its plan and its steps.</summary>
public sealed record CapacitySummary
{
    public const string CurrentSchema = "pingmark.capacity-summary/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";
    public IReadOnlyList<string> Command { get; init; } = [];
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The seconds from the beginning to the end of the last window.</summary>
    public required double DurationS { get; init; }
    public required int Seed { get; init; }
    public required bool Interrupted { get; init; }
    public required MachineInfo Machine { get; init; }
    public required CapacityKind Kind { get; init; }
    public required IReadOnlyList<Objective> Objectives { get; init; }

    /// <summary>The requested messages a second of each connection or player; null where none was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? RateEachPerS { get; init; }
    public required IReadOnlyList<CellCapacity> Cells { get; init; }
    public required IReadOnlyList<CapacityComparison> Comparisons { get; init; }
    public IReadOnlyList<Note> Notes { get; init; } = [];
}

/// <summary>The capacity of cell <c>A</c> relative to its baseline <c>B</c>.</summary>
public sealed record CapacityComparison(string A, string B, Estimate Ratio, ComparisonVerdict Verdict, int Generations);
