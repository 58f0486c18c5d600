using System.Text.Json.Serialization;
using Pingmark.Model;

namespace Pingmark.Comparing;

/// <summary>Two runs cell by cell, the first the baseline. Serialized with snake_case keys; units are in the
/// names.</summary>
public sealed record RunComparison
{
    public const string CurrentSchema = "pingmark.comparison/1";
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>What the gate says; null where nobody asked for one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public GateVerdict? Gate =>
        FailOnRegression is null ? null
        : !Comparable ? GateVerdict.NotComparable
        : Regressions.Any() ? GateVerdict.Regression
        : IsIncomplete ? GateVerdict.Incomplete
        : GateVerdict.Passed;
    public required ComparedRun Baseline { get; init; }
    public required ComparedRun Run { get; init; }

    /// <summary>False: nothing below is compared, for the differences that are named.</summary>
    public required bool Comparable { get; init; }

    /// <summary>What is not alike and should be; also where it was compared all the same.</summary>
    public required IReadOnlyList<RunDifference> Differences { get; init; }

    /// <summary>Of a figure that a gate fails on, 0.05 for 5 %; null: nobody asked.</summary>
    public double? FailOnRegression { get; init; }

    /// <summary>In the baseline's order.</summary>
    public IReadOnlyList<ComparedCell> Cells { get; init; } = [];
    public IReadOnlyList<ScenarioDrift> Drifts { get; init; } = [];

    /// <summary>Ids of cells that only one run has.</summary>
    public IReadOnlyList<string> OnlyInBaseline { get; init; } = [];
    public IReadOnlyList<string> OnlyInRun { get; init; } = [];

    [JsonIgnore]
    public IEnumerable<ComparedCell> Regressions => Cells.Where(cell => cell.Figures.Any(f => f.IsRegression));

    /// <summary>Regressions come first; a gate must not be passed by what was not measured.</summary>
    [JsonIgnore]
    public int ExitCode =>
        !Comparable ? Pingmark.ExitCode.NotComparable
        : Regressions.Any() ? Pingmark.ExitCode.Regression
        : Gate is GateVerdict.Incomplete ? Pingmark.ExitCode.NotComparable
        : Pingmark.ExitCode.Ok;

    private bool IsIncomplete => Missing.Any() || Cells.All(cell => cell.Figures.Count == 0) || TooFar.Any();

    /// <summary>Cells of which the baseline has figures and the run none.</summary>
    [JsonIgnore]
    public IEnumerable<string> Missing =>
        OnlyInBaseline.Concat(Cells.Where(cell => cell.IsMissing).Select(cell => cell.Id));

    /// <summary>Scenarios whose cells all moved further than a machine drifts, so that a gate can't judge
    /// them.</summary>
    [JsonIgnore]
    public IEnumerable<ScenarioDrift> TooFar =>
        Drifts.Where(drift => drift.IsTooFar && drift.Metric == drift.Scenario.HeadlineMetric);
}

/// <summary>What a gate says of a run: all but the first fail.</summary>
public enum GateVerdict
{
    Passed,
    Regression,

    /// <summary>No regression in what could be judged, and not everything could be.</summary>
    Incomplete,
    NotComparable,
}

/// <param name="Folder">As the user typed it.</param>
/// <param name="Crowded">Ids of its cells that others had the cores of.</param>
public sealed record ComparedRun(
    string Folder,
    string Suite,
    DateTimeOffset StartedAt,
    MachineInfo Machine,
    IReadOnlyList<string> Crowded
);

/// <param name="What">In words: <c>kernel</c>, <c>server version</c>.</param>
/// <param name="Cells">Of the baseline, of which it is true; none: of the whole run.</param>
public sealed record RunDifference(string What, string Baseline, string Run, IReadOnlyList<string> Cells);

/// <param name="Id">In the second run.</param>
/// <param name="BaselineId">In the first.</param>
/// <param name="IsReference">Named as unchanged: it tells the drift, and is not judged.</param>
/// <param name="IsMissing">The baseline has figures, the run has none.</param>
/// <param name="Reasons">Why it has no figures, in words.</param>
public sealed record ComparedCell(
    string Id,
    string BaselineId,
    string Label,
    string Stack,
    string Client,
    Scenario Scenario,
    bool IsReference,
    bool IsMissing,
    IReadOnlyList<string> Reasons,
    IReadOnlyList<ComparedFigure> Figures
);

/// <param name="Metric">A key of a cell.</param>
/// <param name="Baseline">As its report has it.</param>
/// <param name="Run">As its report has it.</param>
/// <param name="Ratio">Of the run to the baseline, the drift taken off and its uncertainty included.</param>
/// <param name="Verdict">Null of a reference.</param>
public sealed record ComparedFigure(
    string Metric,
    Estimate Baseline,
    Estimate Run,
    Estimate Ratio,
    ComparisonVerdict? Verdict,
    bool IsRegression
);

/// <summary>What was taken for the machine's drift, of all cells of a scenario.</summary>
/// <param name="Cells">That it rests on; 0: one cell alone tells none, and its interval holds what machines
/// drift.</param>
/// <param name="IsTooFar">They moved further than machines drift: nothing of the metric is judged.</param>
public sealed record ScenarioDrift(Scenario Scenario, string Metric, Estimate Ratio, int Cells, bool IsTooFar);
