namespace Pingmark.EndToEndTests;

/// <summary>NBN's server and clients on other machines, by a real ssh: one command places them as <c>run</c>
/// does.</summary>
[Trait("Gate", "no")]
public sealed class NbnPlacementTests(SshMachines machines) : SshUser(machines)
{
    [SkippableFact]
    public async Task Server_and_clients_are_measured_on_two_machines_as_on_one()
    {
        var result = (await MeasuredAsync(0, Line("-d 0.3 --clients 20 --clients right --server left"))).Exits(0);
        Assert.Matches(@"\| PingPong \| cpp/tcp-epoll +\| Reliable +\| +20 \| +[1-9][\d,]* msg/s \|", result.Output);
        Assert.Matches(@"\| cpp/tcp-epoll +\| server  \| +[1-9]\d* \|", result.Output);
        Assert.Matches(@"\| cpp/tcp-epoll +\| clients \| +[1-9]\d* \|", result.Output);
        result
            .Prints(
                $"Address: {Machines.Bind}, Port: 0",
                $"server on left, reached by {Machines.Bind}",
                "client on right",
                "by the kernel of its machines",
                "--clients 20",
                $"--server left --hosts {Machines.Hosts} --ssh-config {Machines.Config} --clients right"
            )
            .Complains("20 clients connected", "measuring 0.3 s");
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task One_side_can_stay_here_and_messages_be_sent_by_hand()
    {
        (await MeasuredAsync(0, "-d", "0.2", "--clients", "3,local", "--server", "ssh:b"))
            .Exits(0)
            .Prints("server on b", "client on local", "Number of clients: 3");
        (await TypeAsync("send 10\nquit\n", Typed(0, "-t", "Manual", "--server", "left", "--clients", "right")))
            .Exits(0)
            .Prints("10 sent reliable, 10 received, 0 lost");
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task A_predefined_benchmark_is_a_run_between_them()
    {
        Skip.If(Machines.Lacks is not null, Machines.Lacks);
        Folder.Write(
            "tree/suites/nbn-quick.yaml",
            """
            name: nbn-quick
            stacks: [cpp/tcp-epoll]
            scenarios: [{name: PingPongReliable, connections: 2}]
            duration: 100ms
            warmup: 50ms
            rounds: 2
            """
        );
        Root = new SourceTree(Folder).WithReal("cpp").Root;
        var result = (await RunAsync(["nbn", "-b", "Quick", "--server", "left", "--clients", "right", .. Where])).Exits(
            0
        );
        Assert.Matches(
            @"\| PingPongReliable \| cpp/tcp-epoll +\| Reliable +\| +2 \| +[1-9][\d,]* msg/s \|",
            result.Output
        );
        Assert.DoesNotContain("has no effect", result.Errors, StringComparison.Ordinal);
        var folder = Assert.Single(Directory.GetDirectories(Folder["runs"]));
        Assert.Contains("\"left\"", File.ReadAllText(Path.Combine(folder, "run.json")), StringComparison.Ordinal);
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task A_side_that_is_killed_there_ends_the_measurement_with_its_machine_named()
    {
        Skip.If(Machines.Lacks is not null, Machines.Lacks);
        await using var run = await StartAsync(
            Typed(0, "-d", "60", "--clients", "2", "--server", "left", "--clients", "right")
        );
        await run.UntilAsync(() => run.Errors.Contains("measuring", StringComparison.Ordinal));
        Signals.Send(Machines.AtWork[0].Pid, Signals.Kill);
        Assert.Matches("cpp/sockets .*, on (left|right)", (await run.EndAsync(LongestEnd)).Exits(1).Errors);
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task A_port_that_is_taken_there_is_told_with_another()
    {
        // Its sshd listens there.
        (await MeasuredAsync(SshMachines.Port, "-d", "0.2", "--server", "ssh:b"))
            .Exits(1)
            .Complains(
                "on b",
                $"If port {SshMachines.Port} is taken on b, choose another --port (0 takes any free one)"
            );
        await NothingIsLeftAsync();
    }

    private string[] Where => ["--hosts", Machines.Hosts, "--ssh-config", Machines.Config];

    private string[] Typed(int port, params string[] more) =>
        ["nbn", "-l", "cpp/tcp-epoll", "--port", $"{port}", .. Where, .. more];

    private Task<CommandResult> MeasuredAsync(int port, params string[] more)
    {
        Skip.If(Machines.Lacks is not null, Machines.Lacks);
        return RunAsync(Typed(port, more));
    }
}
