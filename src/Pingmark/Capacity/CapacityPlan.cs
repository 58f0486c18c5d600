using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>capacity.json: what was asked for and where it ran.</summary>
public sealed record CapacityPlan
{
    public const string CurrentSchema = "pingmark.capacity/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";
    public IReadOnlyList<string> Command { get; init; } = [];
    public required DateTimeOffset StartedAt { get; init; }
    public required int Seed { get; init; }
    public required MachineInfo Machine { get; init; }
    public required CapacitySettings Settings { get; init; }

    /// <summary>All cells; the first of each scenario and class is the baseline there. Their scenarios have no load
    /// yet: rate, connections or players are what is looked for.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }
    public int PlannedGenerations { get; init; }

    /// <summary>How long a window counts, in ns, where it is not cut short.</summary>
    public long WindowNs { get; init; }

    /// <summary>The least and the highest load that may be offered, in the unit of the kind: the least is that whose
    /// windows hold enough messages for the objectives.</summary>
    public required double LeastLoad { get; init; }
    public required double MostLoad { get; init; }
    public IReadOnlyList<Note> Notes { get; init; } = [];
}
