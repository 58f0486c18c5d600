namespace Pingmark.TestRun;

internal enum Outcome
{
    Passed,
    Failed,
    Skipped,
}

/// <summary>One test of whatever language.</summary>
/// <param name="Message">What went wrong, or why it was skipped.</param>
/// <param name="Output">What it printed.</param>
internal sealed record TestResult(
    string Name,
    Outcome Outcome,
    double Seconds,
    string Message = "",
    string Output = ""
);
