using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>Only the loads themselves say which load they are; everybody else asks for the property that matters. A
/// place that has to name one is listed here with the reason.</summary>
public sealed partial class NamedLoadsTests
{
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["Pingmark/Reports/Glossary.cs"] = "what words of reports and suites mean",
        ["Pingmark/Model/Loads/"] = "the loads",
        ["Pingmark/Model/Scenario.cs"] = "the load of a scenario that asks for none",
        ["Pingmark/Schema/LoadKeys.cs"] = "a field of connect, and the load that no request names",
        ["Pingmark/Trials/ClientSide.cs"] = "the load that every client can make",
        ["Pingmark/Workers/StackDescription.cs"] = "the load that every client can make",
        ["Pingmark/Checks/Pairs/BatchGain.cs"] = "an observation on one number, and its id",
        ["Pingmark/Checks/Pairs/PrefloodSlope.cs"] = "an observation on one number, and its id",
        ["Pingmark/Checks/Pairs/WriteGain.cs"] = "an observation on one number, and its id",
        ["Pingmark/Capacity/Reporting/CapacityGroup.cs"] = "how often players get snapshots",
        ["Pingmark/Checks/Cells/SnapshotsDue.cs"] = "a check of the rate of snapshots",
    };

    [Fact]
    public void Nobody_else_names_one_and_who_may_does() =>
        SourceLines.AreOnlyIn(Allowed, Names(), "Pingmark", "Pingmark.Cli");

    [GeneratedRegex(
        """\b(PingPong|Batch|WriteWriteRead|Preflood|Stream|Churn|Tick)Load\b|"""
            + """test: (batch|churn|preflood|stream|tick)|"""
            + """["](ping-pong|batch|write-write-read|preflood|stream|churn|tick)["]|--test [a-z]"""
    )]
    private static partial Regex Names();
}
