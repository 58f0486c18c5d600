namespace Pingmark.Model;

/// <summary>run.json: what was asked for and where it ran; with trials.jsonl it is all that a report needs.</summary>
public sealed record RunInfo
{
    public const string CurrentSchema = "pingmark.run/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";

    /// <summary>The command line that asked for the run, without where the results go; empty where it is not
    /// known.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];
    public required DateTimeOffset StartedAt { get; init; }
    public required int Seed { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>Names of environment variables that tune the runtimes of workers, in alphabetical order.</summary>
    public IReadOnlyList<string> TuningVariables { get; init; } = [];

    /// <summary>The machines that workers ran on; empty where all ran on this one.</summary>
    public IReadOnlyList<SiteInfo> Sites { get; init; } = [];
    public required IReadOnlyList<Cell> Cells { get; init; }
    public required SuiteSettings Settings { get; init; }

    /// <summary>The duration that the budget left of the one in the settings, in ns.</summary>
    public long PlannedDurationNs { get; init; }
    public int PlannedRounds { get; init; }

    /// <summary>How many trials were measured in all, written when the run had ended by itself; null where it did not,
    /// or in earlier files.</summary>
    public int? Trials { get; init; }

    /// <summary>Where the run's time went, written when the run had ended by itself; null where it did not, or in
    /// earlier files.</summary>
    public TimeUse? TimeUse { get; init; }

    /// <summary>Each network that cells ask for, as it was measured before its use.</summary>
    public IReadOnlyList<NetworkCheck> Networks { get; init; } = [];
    public Published? Published { get; init; }

    /// <summary>Where the sides of cells are that have a process each.</summary>
    public Setting Setting { get; init; } = Setting.OneMachine;

    /// <summary>What stacks are, in their own words; empty where they were not asked before the first trial.</summary>
    public IReadOnlyDictionary<string, string> Stacks { get; init; } = new Dictionary<string, string>();

    /// <summary>The files of servers, by their stacks; empty where it is not the servers alone that differ.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Sources { get; init; } =
        new Dictionary<string, IReadOnlyList<StackSource>>();

    /// <summary>What the workers were, as far as they were built on this machine; empty where an earlier pingmark ran
    /// them.</summary>
    public IReadOnlyList<WorkerBinary> Workers { get; init; } = [];

    /// <summary>What had to be changed before the start: no IPv6, a budget that shortened the plan.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
}
