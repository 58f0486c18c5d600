namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Someone is given a run folder and goes on with it.</summary>
public sealed class ForeignPlanTests : FolderUser
{
    [Theory]
    [InlineData("\"server\": \"1\"", "\"server\": \"0-99999999\"", "pin.server must be a number of cores")]
    [InlineData("\"client\": \"rest\"", "\"client\": \"cpus:0-99999999\"", "pin.client must be a list of cores")]
    [InlineData("\"address\": \"::1\"", "\"address\": \"0.0.0.0\"", "address must be one machine's address")]
    [InlineData("\"test\": \"ping-pong\"", "\"test\": \"flood\"", "test must be ping-pong")]
    [InlineData("\"in_flight\": 1", "\"in_flight\": 2147483647", "in_flight must be 1 to 65536")]
    [Fault(
        "`--resume` of a plan that no suite could ask for",
        "refused with file and key, and nothing is appended",
        2,
        5
    )]
    public async Task A_plan_is_checked_as_a_suite_is(string was, string by, string said)
    {
        var plan = File.ReadAllText(Folder["run/run.json"]);
        Assert.Contains(was, plan, StringComparison.Ordinal);
        Folder.Write("run/run.json", plan.Replace(was, by, StringComparison.Ordinal));
        var trials = File.ReadAllText(Folder["run/trials.jsonl"]);
        (await CommandAsync("run", "--resume", "run")).Exits(2).Complains("run/run.json: cells[0] (", said).Within(5);
        Assert.Equal(trials, File.ReadAllText(Folder["run/trials.jsonl"]));
    }

    [Fact]
    public async Task Its_servers_are_of_this_machine()
    {
        var plan = File.ReadAllText(Folder["run/run.json"]);
        Folder.Write("run/run.json", plan.Replace("\"address\": \"::1\"", "\"address\": \"203.0.113.7\""));
        (await CommandAsync("run", "--resume", "run"))
            .Exits(2)
            .Complains("run/run.json: address must be one of this machine's", "203.0.113.7");
    }
}
