namespace Pingmark.Model;

/// <summary>A published finding in a form that figures can confirm or contradict: a figure of some cells, or its ratio
/// to that of others, and what is expected of it.</summary>
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
