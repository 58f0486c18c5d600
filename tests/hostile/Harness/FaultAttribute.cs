using System.Diagnostics;
using System.Reflection;
using Xunit.Sdk;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>
/// This test holds a row of the table in docs/robustness.md. Where times are judged it holds the seconds, too: none of
/// its cases takes longer, from its beginning to its end. Where there is no such attribute (another language, the cases
/// of conformance) a comment that looks like it, without its brackets, holds a row.
/// </summary>
/// <param name="fault">What goes wrong, or what somebody tries.</param>
/// <param name="outcome">What happens then.</param>
/// <param name="exitCode">Of the command; negative where it is what it would have been.</param>
/// <param name="seconds">Within which it happens, on a machine of one's own.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FaultAttribute(string fault, string outcome, int exitCode, int seconds) : BeforeAfterTestAttribute
{
    private long _begun;

    public string Fault { get; } = fault;
    public string Outcome { get; } = outcome;
    public int ExitCode { get; } = exitCode;
    public int Seconds { get; } = seconds;

    /// <summary>The test takes longer than what it is about, whose time it looks at itself.</summary>
    public bool IsTimedByTest { get; set; }

    public override void Before(MethodInfo methodUnderTest) => _begun = Stopwatch.GetTimestamp();

    public override void After(MethodInfo methodUnderTest)
    {
        var took = Stopwatch.GetElapsedTime(_begun);
        Xunit.Assert.True(
            IsTimedByTest || took < EndToEndTests.Harness.Patience.For(Seconds),
            $"it took {took.TotalSeconds:0.0} s; {Seconds} s are promised"
        );
    }
}
