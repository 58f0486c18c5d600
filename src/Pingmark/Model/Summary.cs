namespace Pingmark.Model;

/// <summary>The statistics of a run, as summary.json has them. It is serialized with snake_case keys; units are in the
/// names.</summary>
public sealed record Summary
{
    public const string CurrentSchema = "pingmark.summary/2";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How long the run took; null for a run that was killed, of which nobody took the time.</summary>
    public required double? DurationS { get; init; }
    public required int Seed { get; init; }

    /// <summary>Whether the run was interrupted; everything below is what had been finished by then.</summary>
    public bool Interrupted { get; init; }
    public required string Baseline { get; init; }

    /// <summary>What to know before reading the figures, such as shared cores or fewer rounds.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
    public required MachineInfo Machine { get; init; }

    /// <summary>The networks that cells ask for, each as it was measured before it was used.</summary>
    public IReadOnlyList<NetworkCheck> Networks { get; init; } = [];
    public required IReadOnlyList<CellSummary> Cells { get; init; }
    public required IReadOnlyList<Comparison> Comparisons { get; init; }
    public Published? Published { get; init; }

    /// <summary>Where the sides of cells were that had a process each.</summary>
    public Setting Setting { get; init; } = Setting.OneMachine;

    /// <summary>What the run says to the findings that were published.</summary>
    public IReadOnlyList<ClaimResult> Claims { get; init; } = [];

    /// <summary>Where a cell's sides were.</summary>
    public Setting SettingOf(CellSummary cell) => cell.Scenario.PairThreads is null ? Setting : Setting.OneProcess;
}
