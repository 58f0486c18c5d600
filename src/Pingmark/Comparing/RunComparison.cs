using System.Text.Json.Serialization;
using Pingmark.Model;

namespace Pingmark.Comparing;

/// <summary>The comparison of two runs cell by cell, the first of which is the baseline. Its JSON has snake_case keys
/// with units in the names.</summary>
public sealed record RunComparison
{
    public const string CurrentSchema = "pingmark.comparison/1";
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The gate's verdict; null where no gate was asked for.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public GateVerdict? Gate =>
        FailOnRegression is null ? null
        : !Comparable ? GateVerdict.NotComparable
        : Regressions.Any() ? GateVerdict.Regression
        : IsIncomplete ? GateVerdict.Incomplete
        : GateVerdict.Passed;
    public required ComparedRun Baseline { get; init; }
    public required ComparedRun Run { get; init; }

    /// <summary>False where nothing is compared, because of the differences that are listed.</summary>
    public required bool Comparable { get; init; }

    /// <summary>What is not alike and should be; it is listed also where the runs were compared all the same.</summary>
    public required IReadOnlyList<RunDifference> Differences { get; init; }

    /// <summary>By how much a figure must be worse for the gate to fail (0.05 is 5 %); null where no gate was asked
    /// for.</summary>
    public double? FailOnRegression { get; init; }

    /// <summary>The cells of both runs in the baseline's order.</summary>
    public IReadOnlyList<ComparedCell> Cells { get; init; } = [];
    public IReadOnlyList<ScenarioDrift> Drifts { get; init; } = [];

    /// <summary>What the comparison can find, for each metric that is judged.</summary>
    public IReadOnlyList<SmallestChanges> SmallestChanges { get; init; } = [];

    /// <summary>Ids of cells that only one run has.</summary>
    public IReadOnlyList<string> OnlyInBaseline { get; init; } = [];
    public IReadOnlyList<string> OnlyInRun { get; init; } = [];

    [JsonIgnore]
    public IEnumerable<ComparedCell> Regressions => Cells.Where(cell => cell.Figures.Any(f => f.IsRegression));

    /// <summary>The command's exit code. Regressions have precedence; what was not measured must not pass a
    /// gate.</summary>
    [JsonIgnore]
    public int ExitCode =>
        !Comparable ? Pingmark.ExitCode.NotComparable
        : Regressions.Any() ? Pingmark.ExitCode.Regression
        : Gate is GateVerdict.Incomplete ? Pingmark.ExitCode.NotComparable
        : Pingmark.ExitCode.Ok;

    private bool IsIncomplete => Missing.Any() || Cells.All(cell => cell.Figures.Count == 0) || TooFar.Any();

    /// <summary>The ids of cells of which the baseline has figures and the run none.</summary>
    [JsonIgnore]
    public IEnumerable<string> Missing =>
        OnlyInBaseline.Concat(Cells.Where(cell => cell.IsMissing).Select(cell => cell.Id));

    /// <summary>The scenarios whose cells all moved further than a machine drifts, so that a gate can't judge
    /// them.</summary>
    [JsonIgnore]
    public IEnumerable<ScenarioDrift> TooFar =>
        Drifts.Where(drift => drift.IsTooFar && drift.Metric == drift.Scenario.HeadlineMetric);
}

/// <summary>A gate's verdict on a run; all but the first one fail.</summary>
public enum GateVerdict
{
    Passed,
    Regression,

    /// <summary>There is no regression in what could be judged, but not everything could be.</summary>
    Incomplete,
    NotComparable,
}

/// <param name="Folder">The folder as the user typed it.</param>
/// <param name="Crowded">Ids of the cells whose cores others had for too much of the time.</param>
public sealed record ComparedRun(
    string Folder,
    string Suite,
    DateTimeOffset StartedAt,
    MachineInfo Machine,
    IReadOnlyList<string> Crowded
);

/// <param name="What">What differs, in words: <c>kernel</c>, <c>server version</c>.</param>
/// <param name="Cells">The ids of the baseline's cells that differ so; empty where the whole run does.</param>
public sealed record RunDifference(string What, string Baseline, string Run, IReadOnlyList<string> Cells);

/// <param name="Id">The cell's id in the second run.</param>
/// <param name="BaselineId">The cell's id in the first run.</param>
/// <param name="IsReference">Whether the user named it as unchanged: it tells the drift, and is not judged.</param>
/// <param name="IsMissing">Whether the baseline has figures and the run has none.</param>
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
)
{
    /// <summary>How long the run measured it, in seconds; 0 where it did not.</summary>
    [JsonIgnore]
    public double MeasuredS { get; init; }
}

/// <param name="Metric">The key of the metric.</param>
/// <param name="Baseline">The figure in the baseline's report.</param>
/// <param name="Run">The figure in the run's report.</param>
/// <param name="Ratio">The ratio of the run to the baseline, without the drift, whose uncertainty its interval
/// includes.</param>
/// <param name="Verdict">The verdict; null for a reference.</param>
/// <param name="IsJudged">Whether the verdict may be another than undecided: not for a reference, and a tail of too few
/// rounds.</param>
public sealed record ComparedFigure(
    string Metric,
    Estimate Baseline,
    Estimate Run,
    Estimate Ratio,
    ComparisonVerdict? Verdict,
    bool IsRegression,
    bool IsJudged
);

/// <summary>The machine's drift between the two runs, estimated from all cells of a scenario.</summary>
/// <param name="Cells">The number of cells that it rests on; 0: a single cell tells no drift, and its interval allows
/// for what machines drift.</param>
/// <param name="IsTooFar">Whether the cells moved further than machines drift, so that the metric is not
/// judged.</param>
public sealed record ScenarioDrift(Scenario Scenario, string Metric, Estimate Ratio, int Cells, bool IsTooFar);

/// <summary>The smallest change of one cell, all others being as they were, that a comparison finds with a chance of 85
/// % (by a gate: beyond what that allows).</summary>
/// <param name="Median">Of the median cell, as a fraction: 0.1 is slower by 10 %.</param>
/// <param name="Widest">Of the cell with the widest interval.</param>
public sealed record SmallestChanges(string Metric, double Median, double Widest);
