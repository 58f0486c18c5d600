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
internal sealed record TestResult(string Name, Outcome Outcome, double Seconds, string Message = "", string Output = "")
{
    /// <summary>What the conformance tests print of a case that failed at first.</summary>
    private const string TriedAgain = "passed only when it was tried again";

    public bool PassedOnlyAgain => Outcome == Outcome.Passed && Output.Contains(TriedAgain, StringComparison.Ordinal);

    /// <summary>This second try, with what the first one said.</summary>
    public TestResult AfterFailing(string message) => this with { Output = $"{TriedAgain}; at first:\n{message}" };
}
