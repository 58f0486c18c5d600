namespace Pingmark.EndToEndTests;

/// <summary>NBN's server and clients on other machines, by a real ssh: one command places them as <c>run</c>
/// does.</summary>
[Trait("Gate", "no")]
public sealed class NbnPlacementTests(SshMachines machines) : SshUser(machines)
{
    [SkippableFact]
    public async Task Server_and_clients_are_measured_on_two_machines_and_messages_sent_by_hand()
    {
        Skip.If(Machines.Lacks is not null, Machines.Lacks);
        string[] nbn =
        [
            .. Line("nbn -l cpp/tcp-epoll --port 0 --clients 20 --clients right --server left --hosts"),
            Machines.Hosts,
            "--ssh-config",
            Machines.Config,
        ];
        var result = (await RunAsync([.. nbn, "-d", "0.3"])).Exits(0);
        Assert.Matches(@"\| PingPong \| cpp/tcp-epoll +\| Reliable +\| +20 \| +[1-9][\d,]* msg/s \|", result.Output);
        result.Prints($"server on left, reached by {Machines.Bind}", "client on right", $"--hosts {Machines.Hosts}");
        (await TypeAsync("send 10\nquit\n", [.. nbn, "-t", "Manual"]))
            .Exits(0)
            .Prints("10 sent reliable, 10 received, 0 lost");
        await NothingIsLeftAsync();
    }
}
