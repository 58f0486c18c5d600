namespace Pingmark.Hostile.Tests.Harness;

/// <summary>
/// This test holds a row of the table in docs/robustness.md. A test in another language, or of another project, holds a
/// row with a comment that looks like this attribute without its brackets.
/// </summary>
/// <param name="fault">What goes wrong, or what somebody tries.</param>
/// <param name="outcome">What happens then.</param>
/// <param name="exitCode">Of the command; negative where it is what it would have been.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FaultAttribute(string fault, string outcome, int exitCode) : Attribute
{
    public string Fault { get; } = fault;
    public string Outcome { get; } = outcome;
    public int ExitCode { get; } = exitCode;
}
