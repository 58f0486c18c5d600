namespace Pingmark.Model;

/// <summary>summary.json: the statistics of a run. Serialized with snake_case keys; units are in the names.</summary>
public sealed record Summary
{
    public const string CurrentSchema = "pingmark.summary/2";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Null for a run that was killed: nobody took the time.</summary>
    public required double? DurationS { get; init; }
    public required int Seed { get; init; }

    /// <summary>True when the run was interrupted; everything below is what had been finished by then.</summary>
    public bool Interrupted { get; init; }
    public required string Baseline { get; init; }

    /// <summary>What the reader must know before the figures: shared cores, rounds cut by the budget, ...</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
    public required MachineInfo Machine { get; init; }

    /// <summary>Each network that cells ask for, as it was measured before it was used.</summary>
    public IReadOnlyList<NetworkCheck> Networks { get; init; } = [];
    public required IReadOnlyList<CellSummary> Cells { get; init; }
    public required IReadOnlyList<Comparison> Comparisons { get; init; }
    public Published? Published { get; init; }

    /// <summary>What cells of different scenarios show together.</summary>
    public IReadOnlyList<Observation> Observations { get; init; } = [];
}
