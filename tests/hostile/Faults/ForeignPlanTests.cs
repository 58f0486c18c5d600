namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Someone is given a run folder and goes on with it.</summary>
public sealed class ForeignPlanTests : FolderUser
{
    /// <summary>Each key is looked at by a unit.</summary>
    [Theory]
    [InlineData(
        "\"server\": \"1\"",
        "\"server\": \"0-99999999\"",
        "cells[0] (",
        "pin.server must be a number of cores"
    )]
    [InlineData("\"test\": \"ping-pong\"", "\"test\": \"flood\"", "cells[0] (", "test must be ping-pong")]
    [InlineData("\"address\": \"::1\"", "\"address\": \"203.0.113.7\"", "address must be one of this machine's", "203")]
    [Fault(
        "`--resume` of a plan that no suite could ask for",
        "refused with file and key, and nothing is appended",
        2,
        5
    )]
    public async Task A_plan_is_checked_as_a_suite_is(string was, string by, string place, string said)
    {
        var plan = File.ReadAllText(Folder["run/run.json"]);
        Assert.Contains(was, plan, StringComparison.Ordinal);
        Folder.Write("run/run.json", plan.Replace(was, by, StringComparison.Ordinal));
        var trials = File.ReadAllText(Folder["run/trials.jsonl"]);
        (await CommandAsync("run", "--resume", "run")).Exits(2).Complains($"run/run.json: {place}", said).Within(5);
        Assert.Equal(trials, File.ReadAllText(Folder["run/trials.jsonl"]));
    }
}
