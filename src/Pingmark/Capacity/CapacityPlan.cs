using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>capacity.json: what was asked for and where it ran; with steps.jsonl it is all that a report
/// needs.</summary>
public sealed record CapacityPlan
{
    public const string CurrentSchema = "pingmark.capacity/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";

    /// <summary>The command line that asked for the search; empty where it is not known.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];
    public required DateTimeOffset StartedAt { get; init; }
    public required int Seed { get; init; }
    public required MachineInfo Machine { get; init; }
    public required CapacitySettings Settings { get; init; }

    /// <summary>All cells; the first of each scenario and class is the baseline there. Their scenarios have no load
    /// yet: rate, connections or players are what is looked for.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }

    /// <summary>How many generations the budget was planned to hold.</summary>
    public int PlannedGenerations { get; init; }

    /// <summary>How long a window counts, in ns, where it is not cut short.</summary>
    public long WindowNs { get; init; }

    /// <summary>The least and the highest load that may be offered, in the unit of the kind: the least is that whose
    /// windows hold enough messages for the objectives.</summary>
    public required double LeastLoad { get; init; }
    public required double MostLoad { get; init; }

    /// <summary>The cells whose libraries take fewer connections than <see cref="MostLoad"/>.</summary>
    public IReadOnlyList<ConnectionLimit> ConnectionLimits { get; init; } = [];

    /// <summary>What a cell may be offered.</summary>
    internal LoadLimits Limits(Cell cell, double start)
    {
        var most = Math.Min(MostLoad, LimitOf(cell)?.Connections ?? MostLoad);
        return new(LeastLoad, most, Math.Clamp(start, LeastLoad, most))
        {
            IsWhole = Settings.Kind != CapacityKind.Rate,
        };
    }

    /// <summary>The most connections that a cell's libraries take; null where that is no limit of the search.</summary>
    internal ConnectionLimit? LimitOf(Cell cell) => ConnectionLimits.FirstOrDefault(limit => limit.Cell == cell.Id);

    /// <summary>What had to be changed before the start, and what must be known of the machine.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
}
