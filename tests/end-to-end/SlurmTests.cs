using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Workers on the nodes of a real Slurm: allocated once, or those of the job that pingmark runs in.</summary>
[Trait("Gate", "no")]
public sealed class SlurmTests(SlurmCluster cluster) : CommandLineUser, IClassFixture<SlurmCluster>
{
    /// <summary>What any end takes at most.</summary>
    private const double LongestEnd = 5,
        LongestComplaint = 10;

    [SkippableFact]
    public async Task Generators_are_spread_over_nodes_that_are_allocated_once_and_given_back()
    {
        Suite("[cpp/tcp-epoll]", rounds: 1, generators: 4);
        (await RunAsync(Words("-v", "--server", "slurm", "--clients", "slurm:2")))
            .Exits(0)
            .Prints("4 generators began within");
        var run = JsonDocument.Parse(File.ReadAllText(Folder["run/run.json"])).RootElement;
        Assert.Equal(
            [$"{SlurmCluster.Name(0)}: server", $"{SlurmCluster.Name(1)}: client", $"{SlurmCluster.Name(2)}: client"],
            run.GetProperty("sites")
                .EnumerateArray()
                .Select(site => $"{site.Text("name")}: {site.GetProperty("roles")[0].GetString()}")
        );
        var unbroken = JsonDocument
            .Parse(File.ReadLines(Folder["run/trials.jsonl"]).Single())
            .RootElement.GetProperty("unbroken");
        Assert.Equal(
            unbroken.GetProperty("server").GetProperty("messages").GetInt64(),
            unbroken.GetProperty("answered").GetInt64()
        );
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task In_a_job_its_own_nodes_are_used()
    {
        // More than one connection of ssh would carry.
        Suite("[cpp/tcp-epoll]", rounds: 1, generators: 10);
        using (var job = cluster.Allocate(nodes: 2))
        {
            (Variables["SLURM_JOB_ID"], Variables["SLURM_JOB_NODELIST"]) = (job.Id, job.NodeList);
            (await RunAsync(Words("-v", "--server", $"slurm:{SlurmCluster.Name(1)}", "--clients", "slurm")))
                .Exits(0)
                .Prints($"server on {SlurmCluster.Name(1)}");
            Assert.Single(cluster.Jobs);
            (await RunAsync(Words("--server", "slurm", "--clients", "slurm:2")))
                .Exits(3)
                .Complains($"3 nodes are asked for, and job {job.Id}", $"has 2 ({SlurmCluster.Names(2)})", "--nodes=3");
            (await RunAsync(Words("--server", $"slurm:{SlurmCluster.Name(2)}")))
                .Exits(3)
                .Complains($"{SlurmCluster.Name(2)} is no node of job {job.Id}");
        }
        await NothingIsLeftAsync();
    }

    [SkippableTheory]
    [InlineData("slurm:n9", "slurm: n9: there is no node", "`sinfo")]
    public async Task Nodes_that_there_are_not_are_named_with_what_mends_it(string clients, string who, string mend)
    {
        Suite("[cpp/tcp-epoll]", rounds: 1, generators: 4);
        (await RunAsync(Words("--clients", clients))).Exits(3).Complains(who, mend).Within(LongestComplaint);
        Assert.False(Directory.Exists(Folder["run"]));
    }

    [SkippableFact]
    public async Task A_controller_that_is_killed_leaves_nothing_on_the_nodes_and_gives_them_back()
    {
        // While one is measured the other's server is frozen, and can't see the end of its stdin.
        Suite("[cpp/tcp-spin, {stack: cpp/tcp-spin, label: again}]", rounds: 99);
        await using var run = await StartAsync(Words("--server", "slurm", "--clients", "slurm"));
        await run.UntilAsync(() => FinishedTrials("run") > 0);
        run.Signal(Signals.Kill);
        await NothingIsLeftAsync();
        await run.UntilNothingIsLeftAsync(LongestEnd);
    }

    private async Task NothingIsLeftAsync()
    {
        await Eventually.TrueAsync(
            () => cluster.Processes.Count == 0,
            Patience.For(LongestEnd),
            () => $"left there: {string.Join('\n', cluster.Processes)}"
        );
        await cluster.JobsEndAsync(LongestEnd);
    }

    private void Suite(string stacks, int rounds, int generators = 1)
    {
        Skip.If(cluster.Lacks is not null, cluster.Lacks);
        Folder.Write(
            "suite.yaml",
            $"stacks: {stacks}\nwarmup: 20ms\nslice: 20ms\nduration: 200ms\nrounds: {rounds}\nbudget: 1m\n"
                + $"generators: {generators}\n"
        );
    }

    private string[] Words(params string[] where)
    {
        if (Directory.Exists(Folder["run"]))
            Directory.Delete(Folder["run"], recursive: true);
        return ["run", "suite.yaml", "--out", "run", .. where];
    }
}
