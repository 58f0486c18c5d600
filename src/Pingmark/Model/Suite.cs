using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A suite file as it was read and checked: what is compared, in which scenarios, and how carefully.</summary>
public sealed record Suite
{
    /// <summary>The most cells of a suite. More are taken for a typing error: 2000 cells of a second in 5 rounds take
    /// three hours.</summary>
    public const int MostCells = 2000;

    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>All combinations of stack, client and scenario, in the file's order; the first cell of each scenario
    /// and class is the baseline there.</summary>
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

    /// <summary>The options that the suite asks for and that have yet to be compared with what the stacks
    /// describe.</summary>
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

    /// <summary>The fewest rounds that a budget should leave and that a comparison has before it is precise enough;
    /// null where these follow from the comparisons alone.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? LeastRounds { get; init; }

    /// <summary>The facts of stacks of which like is compared with like; none where all cells of a scenario are
    /// compared with its first.</summary>
    public IReadOnlyList<ClassFact> BaselineBy { get; init; } = [];

    /// <summary>The wall time that the whole run may take; null means no limit.</summary>
    public long? BudgetNs { get; init; }

    /// <summary>The half-width of the headline ratio's interval at which a comparison is precise enough (0.02 is ± 2
    /// %); null means that all rounds are measured.</summary>
    public double? Precision { get; init; }

    /// <summary>The length of a slice; the number of cells in a block follows from it.</summary>
    public long SliceNs { get; init; } = 100_000_000;
    public int? Seed { get; init; }

    /// <summary>Whether each scenario of each round is measured by processes of its own.</summary>
    public bool FreshProcesses { get; init; }

    /// <summary>Whether any client is measured with any server. Each stack then has one process of each role in a
    /// round, which its cells share.</summary>
    public bool SharesSides { get; init; }

    /// <summary>How many of the shared processes may be up at once, as decided where the run was planned; null means
    /// all.</summary>
    public int? MostSides { get; init; }

    /// <summary>Whether each cell runs once more after the rounds, under the profilers of its runtimes.</summary>
    public bool Sampling { get; init; }
}
