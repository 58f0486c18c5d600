namespace Pingmark.Model;

/// <summary>What was published of this experiment: figures to print beside ours, and claims to judge.</summary>
public sealed record Published(string Source, string Finding, IReadOnlyList<PublishedFigure> Figures)
{
    public IReadOnlyList<Claim> Claims { get; init; } = [];
}

/// <summary>One published figure; null match fields match every cell.</summary>
public sealed record PublishedFigure(
    string? Stack,
    string? Scenario,
    int? Connections,
    int? InFlight,
    string Metric,
    double Value,
    double? Spread,
    string Note
)
{
    /// <summary>Where it was measured: it stands beside figures of the same setting alone; null: of any.</summary>
    public Setting? Setting { get; init; }
}

/// <summary>Where the two sides of a measurement are, which figures depend on more than on the machine.</summary>
public enum Setting
{
    /// <summary>Two processes of one machine.</summary>
    OneMachine,
    TwoMachines,

    /// <summary>Both sides in one process.</summary>
    OneProcess,
}

/// <summary>A published finding to confirm or contradict: a figure of some cells or a ratio of two.</summary>
/// <param name="About">The finding in words.</param>
/// <param name="Metric">The key of a metric.</param>
/// <param name="Of">The cells that it is about: a stack, the name of a scenario, and keys of scenarios with their
/// values.</param>
/// <param name="To">The cells that they are compared with, by the same keys; null: the figure itself is
/// meant.</param>
/// <param name="Expect">What the ratio or figure should be: <c>&gt; 50</c>, <c>&lt; 1</c>, <c>about 1</c>,
/// <c>2 to 10</c>.</param>
/// <param name="Value">The ratio or figure that was published; null where it was told in words alone.</param>
/// <param name="Setting">Where it was measured; null: anywhere.</param>
public sealed record Claim(
    string About,
    string Metric,
    IReadOnlyDictionary<string, string> Of,
    IReadOnlyDictionary<string, string>? To,
    string Expect,
    double? Value,
    Setting? Setting
);

/// <summary>What a run says to a claim.</summary>
public enum ClaimVerdict
{
    /// <summary>The whole interval is as expected.</summary>
    Reproduced,

    /// <summary>No part of the interval is as expected.</summary>
    Contradicted,

    /// <summary>Only a part of the interval is as expected, or there is none.</summary>
    Open,
}

/// <summary>A claim beside what a run measured. A claim that names no stack has a result for each.</summary>
/// <param name="Label">The cells' name in reports; two where stacks are compared.</param>
/// <param name="Measured">The ratio or figure; over several scenarios the geometric mean. Null where it was not
/// measured.</param>
/// <param name="Least">The least of these scenarios; null where there is one, or none.</param>
/// <param name="Most">The most of these scenarios.</param>
/// <param name="Scenarios">How many scenarios it is the mean of.</param>
/// <param name="IsProvisional">Whether it rests on one start of the processes, which can't tell what another would
/// give.</param>
public sealed record ClaimResult(
    string About,
    string Label,
    string Metric,
    string Expect,
    double? Published,
    Estimate? Measured,
    double? Least,
    double? Most,
    int Scenarios,
    ClaimVerdict Verdict,
    bool IsProvisional
)
{
    /// <summary>Whether a ratio of two figures is meant, and not a figure.</summary>
    public bool IsRatio { get; init; }
}
