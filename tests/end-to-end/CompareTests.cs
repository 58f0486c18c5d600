namespace Pingmark.EndToEndTests;

/// <summary>What is made of the folders of runs.</summary>
public sealed class CompareTests : CommandLineUser
{
    [Fact]
    public async Task A_run_is_compared_with_itself_and_with_one_of_another_machine_and_exported()
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

        (await RunAsync("export", "before", "--to", "exported")).Exits(0).Prints("exported/summary.schema.json");
        Assert.Equal(
            [
                "001-a-c1-f1-32B.hlog",
                "002-b-c1-f1-32B.hlog",
                "bundle.schema.json",
                "comparison.schema.json",
                "history-figures.schema.json",
                "history-list.schema.json",
                "metrics.openmetrics.txt",
                "metrics.prom",
                "results.csv",
                "run.schema.json",
                "summary.json",
                "summary.schema.json",
                "trial.schema.json",
                "verification.schema.json",
            ],
            Directory.EnumerateFiles(Folder["exported"]).Select(Path.GetFileName).Order(StringComparer.Ordinal)
        );
        Assert.Equal(File.ReadAllText(Folder["before/results.csv"]), File.ReadAllText(Folder["exported/results.csv"]));
        Assert.StartsWith("run,suite,started_at,", File.ReadAllText(Folder["exported/results.csv"]));
        Assert.Contains("\nbefore,quick,", File.ReadAllText(Folder["exported/results.csv"]));

        (await RunAsync("history", "trend", "--runs", "."))
            .Exits(0)
            .Prints("nothing can be told yet: 2 cells of 2 runs", "skipped: exported");
        (await RunAsync("history", "show", "c", "--runs", ".")).Exits(2).Complains("no run has figures of 'c'");
        (await RunAsync("history", "list")).Exits(2).Complains("name another folder");

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
