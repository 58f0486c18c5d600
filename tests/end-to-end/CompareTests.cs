namespace Pingmark.EndToEndTests;

/// <summary>Two runs, compared by their folders.</summary>
public sealed class CompareTests : CommandLineUser
{
    [Fact]
    public async Task A_run_is_compared_with_itself_and_with_one_of_another_machine()
    {
        await RunAsync(
            "run",
            "quick",
            "--stacks",
            "a=cpp/tcp-epoll,b=cpp/tcp-epoll",
            "--set",
            "connections=1",
            "--rounds",
            "2",
            "--set",
            "duration=200ms",
            "--out",
            "before"
        );
        Directory.CreateDirectory(Folder["after"]);
        foreach (var file in new[] { "run.json", "trials.jsonl" })
            File.Copy(Folder[$"before/{file}"], Folder[$"after/{file}"]);
        string[] gate = ["compare", "before", "after", "--fail-on-regression", "5%"];
        (await RunAsync([.. gate, "--junit", "it.xml", "--markdown", "it.md"])).Prints(
            "No regression",
            "Without drift"
        );
        Assert.Contains("<testcase classname=\"cpp/tcp-epoll\"", File.ReadAllText(Folder["it.xml"]));
        Assert.StartsWith("## No regression", File.ReadAllText(Folder["it.md"]));

        var kernel = (await RunAsync("compare", "before", "after", "--json"))
            .Json.GetProperty("run")
            .GetProperty("machine")
            .GetProperty("kernel")
            .GetString()!;
        Folder.Write("after/run.json", File.ReadAllText(Folder["after/run.json"]).Replace(kernel, "7.0"));
        (await RunAsync(gate)).Exits(5).Prints($"kernel: {kernel}, now 7.0");
        (await RunAsync([.. gate, "--anyway"])).Prints("Compared although these differ");
    }

    [Fact]
    public async Task What_can_not_be_used_is_bad_input()
    {
        (await RunAsync("compare", "nowhere", "nothing")).Exits(2).Complains("nowhere holds no run");
        (await RunAsync("compare", "a", "b", "--fail-on-regression", "many")).Exits(2).Complains("a share such as 2%");
    }
}
