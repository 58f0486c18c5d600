namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Runs in a network whose packet filter does not let all datagrams pass.</summary>
[Trait("Gate", "no")]
public sealed class FilteredRunTests : CommandLineUser
{
    private const string Stacks = "cpp/udp, java/udp-nio, dotnet/udp";

    [SkippableFact]
    [Fault(
        "a packet filter refuses one datagram in twenty while a run measures",
        "its cells have their figures, and say how much was lost",
        0,
        60
    )]
    public async Task Refused_datagrams_are_losses_of_a_run()
    {
        using var network = await NetworkAsync();
        network.Filter("output", "udp dport 1-65535 numgen inc mod 20 == 0", "drop");
        (await InAsync(network)).Exits(0);
        Assert.True(network.Met() > 0);
        Assert.All(
            Summary("run").Cells(),
            cell =>
            {
                Assert.Equal("ok", cell.Text("status"));
                Assert.InRange(cell.Number("lost"), 1, long.MaxValue);
            }
        );
    }

    [SkippableFact]
    [Fault(
        "a packet filter rejects all datagrams (ICMP) of a run",
        "its cells fail with the reason, and the run ends with 1",
        1,
        60
    )]
    public async Task Rejected_datagrams_fail_cells()
    {
        using var network = await NetworkAsync();
        network.Filter("input", "meta l4proto udp", "reject with icmpx port-unreachable");
        (await InAsync(network)).Exits(1);
        Assert.All(
            Summary("run").Cells(),
            cell =>
            {
                Assert.Equal("failed", cell.Text("status"));
                Assert.NotEmpty(cell.GetProperty("reasons")[0].GetString()!);
            }
        );
    }

    private static async Task<FilteredNetwork> NetworkAsync()
    {
        foreach (var stack in Stacks.Split(", "))
            await WorkersHere.NeedStackAsync(stack);
        return new();
    }

    private async Task<CommandResult> InAsync(FilteredNetwork network)
    {
        Folder.Write(
            "udp.yaml",
            $"stacks: [{Stacks}]\naddress: 127.0.0.1\nin_flight: 4\nlost_after: 50ms\n"
                + "duration: 100ms\nrounds: 2\nbudget: 20s\n"
        );
        await using var run = new RunningCommand(
            Folder.Path,
            root: null,
            ["run", "udp.yaml", "--out", "run"],
            environment: new() { ["PINGMARK_ACCEPT_NOISE"] = "1", ["PINGMARK_LONGEST_WARM_UP_MS"] = "100" },
            before: network.StartedHere
        );
        return await run.EndAsync();
    }
}
