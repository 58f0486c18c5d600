using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A suite file as it was read and checked: what is compared, in which scenarios, and how carefully.</summary>
public sealed record Suite
{
    /// <summary>The most cells of a suite: 2000 of a second in 5 rounds take three hours.</summary>
    public const int MaxCells = 2000;

    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>All combinations of stack, client and scenario; the first of each comparison is the baseline.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }
    public required SuiteSettings Settings { get; init; }
    public Published? Published { get; init; }

    /// <summary>What makes it a suite that looks for capacities; null where cells are measured as they are.</summary>
    public CapacitySettings? Capacity { get; init; }

    /// <returns>The same suite, with the scenarios of its cells changed.</returns>
    public Suite WithScenarios(Func<Scenario, Scenario> changed) =>
        this with
        {
            Cells = Cells.Select(cell => cell with { Scenario = changed(cell.Scenario) }).ToList(),
        };

    /// <summary>The requested options, still to be checked against the stacks' descriptions.</summary>
    public IReadOnlyList<AskedOption> AskedOptions { get; init; } = [];
}

/// <summary>How carefully a suite is measured. Durations are in nanoseconds.</summary>
public sealed record SuiteSettings
{
    /// <summary>The counted time for each cell and round.</summary>
    public long DurationNs { get; init; } = 1_000_000_000;

    /// <summary>The fixed length of the warm-up; null where its end is detected (see <c>WarmUp</c>).</summary>
    public long? WarmUpNs { get; init; }
    public int Rounds { get; init; } = 5;

    /// <summary>The fewest rounds within a budget, and before a comparison is precise enough; null: no
    /// minimum.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? LeastRounds { get; init; }

    /// <summary>The facts by which like is compared with like; none: all cells of a scenario are compared.</summary>
    public IReadOnlyList<ClassFact> BaselineBy { get; init; } = [];

    /// <summary>The wall time that the whole run may take; null means no limit.</summary>
    public long? BudgetNs { get; init; }

    /// <summary>The half-width of a ratio's interval (0.02 is ± 2 %) that ends its rounds; null: all are
    /// measured.</summary>
    public double? Precision { get; init; }

    /// <summary>The length of a slice; the number of cells in a block follows from it.</summary>
    public long SliceNs { get; init; } = 100_000_000;
    public int? Seed { get; init; }

    /// <summary>Whether each scenario of each round is measured by processes of its own.</summary>
    public bool FreshProcesses { get; init; }

    /// <summary>Whether any client meets any server, so that cells share one process per stack and role.</summary>
    public bool SharesSides { get; init; }

    /// <summary>The most shared processes at once, as the plan decided; null: no limit.</summary>
    public int? MostSides { get; init; }

    /// <summary>Whether each cell runs once more after the rounds, under the profilers of its runtimes.</summary>
    public bool Sampling { get; init; }
}
