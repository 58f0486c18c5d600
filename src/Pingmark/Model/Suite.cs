namespace Pingmark.Model;

/// <summary>A suite file as read and checked: what to compare, under which scenarios, and how carefully.</summary>
public sealed record Suite
{
    /// <summary>More is a typing error: 2000 cells of a second in 5 rounds are three hours.</summary>
    public const int MostCells = 2000;

    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>Every stack x client x scenario, in the file's order; the first cell of each scenario is that
    /// scenario's baseline.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }
    public required SuiteSettings Settings { get; init; }
    public Published? Published { get; init; }

    /// <returns>The same suite, with other scenarios in its cells.</returns>
    public Suite WithScenarios(Func<Scenario, Scenario> changed) =>
        this with
        {
            Cells = Cells.Select(cell => cell with { Scenario = changed(cell.Scenario) }).ToList(),
        };

    /// <summary>What is yet to be held against what the stacks describe.</summary>
    public IReadOnlyList<AskedOption> AskedOptions { get; init; } = [];
}

/// <summary>How carefully a suite is measured. Durations are nanoseconds.</summary>
public sealed record SuiteSettings
{
    /// <summary>Counted time per cell and round.</summary>
    public long DurationNs { get; init; } = 1_000_000_000;

    /// <summary>Null: warm-up is detected (see <c>WarmUp</c>); otherwise its fixed length.</summary>
    public long? WarmUpNs { get; init; }
    public int Rounds { get; init; } = 5;

    /// <summary>Wall time that the whole run may take; null = no limit.</summary>
    public long? BudgetNs { get; init; }

    /// <summary>Half-width of the headline ratio's interval at which a comparison is precise enough (0.02 = 2 %); null
    /// = run all rounds.</summary>
    public double? Precision { get; init; }

    /// <summary>Length of one slice; the number of cells in a block follows from it.</summary>
    public long SliceNs { get; init; } = 100_000_000;
    public int? Seed { get; init; }

    /// <summary>Each scenario of each round is measured by processes of its own.</summary>
    public bool FreshProcesses { get; init; }

    /// <summary>Any client plays against any server: each stack has one process of either role in a round, and a pair
    /// of processes is not a cell's own.</summary>
    public bool SharesSides { get; init; }

    /// <summary>Of those that are shared, so many may be up at once where the run was planned; null: all.</summary>
    public int? MostSides { get; init; }

    /// <summary>After the rounds each cell runs once more under its runtimes' own profilers.</summary>
    public bool Sampling { get; init; }

    /// <summary>When each message of the unbroken stretches was sent and answered is kept.</summary>
    public bool LogMessages { get; init; }
}
