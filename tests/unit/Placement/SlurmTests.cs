using System.Net;
using Pingmark.Placement;
using Pingmark.Placement.Engines.Slurm;
using Xunit;

namespace Pingmark.Tests.Placement;

/// <summary>What is given to Slurm's commands, and what is made of their words; the end-to-end tests have a real
/// cluster.</summary>
public class SlurmTests
{
    [Fact]
    public void Each_process_is_a_step_of_one_task_on_its_node_with_streams_as_they_are()
    {
        var words = new SrunCommandLine("7", "n1", IPAddress.Parse("127.0.0.2")).Command("script", "an argument");
        Assert.Equal("env", words[0]);
        Assert.Contains("SLURM_LABELIO", words);
        var step = words.SkipWhile(word => word != "srun").ToList();
        Assert.Equal(["srun", "--jobid=7", "--nodelist=n1", "--nodes=1", "--ntasks=1", "--overlap"], step.Take(6));
        Assert.Equal(["/bin/sh", "-c", "script", "sh", "an argument"], step.TakeLast(5));
    }

    [Fact]
    public void Addresses_are_those_that_slurm_tells_and_not_those_of_somebody_s_ssh()
    {
        var told = SiteFacts.Read(["machine 1", "cores 0", "connection 10.0.0.9 50000 10.0.0.1 22"], "1");
        var facts = new SrunCommandLine("7", "n1", IPAddress.Parse("127.0.0.2")).CompleteFacts(told);
        Assert.Equal(("127.0.0.2", "127.0.0.1"), ($"{facts.Address}", $"{facts.Ours}"));
        facts = new SrunCommandLine("7", "n1", address: null).CompleteFacts(told);
        Assert.Equal((null, null), (facts.Address, facts.Ours));
    }

    [Fact]
    public void A_node_is_read_from_its_line()
    {
        Assert.All<(string Line, string At, bool IsDown)>(
            [
                (
                    "NodeName=n1 Arch=x86_64 NodeAddr=10.0.0.1 NodeHostName=a State=IDLE Reason=a State=b",
                    "10.0.0.1",
                    false
                ),
                ("NodeName=n1 State=DOWN*+CLOUD", "n1", true),
                ("NodeName=n1 NodeAddr=lab1 State=ALLOCATED*", "lab1", true),
            ],
            row =>
            {
                var node = SlurmNode.Read(row.Line)!;
                Assert.Equal(("n1", row.At, row.IsDown), (node.Name, node.Address, node.IsDown));
            }
        );
        Assert.Null(SlurmNode.Read("Node n1 not found"));
    }

    [Fact]
    public void What_is_not_installed_is_told_with_its_package() =>
        Assert.Equal(
            "slurm: no-such-srun is not installed here: apt-get install slurm-client",
            Assert.Throws<SiteException>(() => SlurmCommands.Require("sh", "no-such-srun")).Message
        );

    [Fact]
    public void Nodes_that_are_not_to_be_had_come_later_or_not_at_all() =>
        Assert.All<(string Said, string Told)>(
            [
                ("salloc: error: Unable to allocate resources: Connection timed out", "`salloc --nodes=3 --exclusive`"),
                (
                    "salloc: error: Job submit/allocate failed: Requested node configuration is not available",
                    "there are no such nodes"
                ),
                (
                    "salloc: Requested partition configuration not available now\n"
                        + "salloc: error: Unable to allocate resources: Connection timed out",
                    "has fewer nodes"
                ),
                ("salloc: Required node not available (down, drained or reserved)", "the node is down"),
                ("salloc: error: Unable to contact slurm controller (connect failure)", "slurmctld"),
                (
                    "salloc: error: Job submit/allocate failed: Invalid partition name specified",
                    "there is no partition of that name: `sinfo` lists them"
                ),
                (
                    "salloc: error: Job submit/allocate failed: Invalid account or account/partition combination "
                        + "specified",
                    "SALLOC_ACCOUNT"
                ),
                ("salloc: error: something new", "salloc: error: something new"),
                ("", "salloc did not answer within 30 s"),
            ],
            row => Assert.Contains(row.Told, SlurmJob.NotGranted(row.Said.Split('\n'), needed: 3))
        );

    [Fact]
    public void A_job_s_nodes_go_to_those_who_named_them_and_then_in_turn()
    {
        var slurm = new SlurmEngine();
        SiteEntry any = new() { Name = "slurm", Engine = slurm },
            named =
                new()
                {
                    Name = "fast",
                    Engine = slurm,
                    Destination = "n2",
                };
        var nodes = new[] { "n1", "n2", "n3", "n4" }.Select(name => new SlurmNode(name, name, "IDLE")).ToList();
        using var job = new SlurmJob("7", nodes, ["n2"], allocation: null);
        Assert.Equal(
            [("n1", "n1"), ("n3", "n3"), ("fast", "n2"), ("n4", "n4")],
            new[] { any, any, named, any }.Select(job.Take).Select(site => (site.Name, site.Destination))
        );
    }

    [Fact]
    public async Task A_node_that_is_down_is_told_before_anything_is_started_there()
    {
        using var job = new SlurmJob("7", [new("n1", "n1", "DOWN*")], ["n1"], allocation: null);
        var entry = new SiteEntry { Name = "fast", Destination = "n1" };
        Assert.Equal(
            "fast: Slurm says that it is DOWN*: `scontrol show node n1` tells why",
            (await Assert.ThrowsAsync<SiteException>(() => job.ShellAsync(entry, CancellationToken.None))).Message
        );
    }
}
