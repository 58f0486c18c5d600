namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Someone is given a run folder and goes on with it.</summary>
public sealed class ForeignPlanTests : FolderUser
{
    [Theory]
    [InlineData("\"server\": \"1\"", "\"server\": \"0-99999999\"", "cells[0] (")]
    [InlineData("\"address\": \"::1\"", "\"address\": \"203.0.113.7\"", "address must be one of this machine's")]
    public async Task A_plan_that_no_suite_could_ask_for_is_refused(string was, string by, string said)
    {
        var plan = File.ReadAllText(Folder["run/run.json"]);
        Assert.Contains(was, plan, StringComparison.Ordinal);
        Folder.Write("run/run.json", plan.Replace(was, by, StringComparison.Ordinal));
        (await CommandAsync("run", "--resume", "run")).Exits(2).Complains($"run/run.json: {said}");
    }
}
