using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Workers on other machines, by a real ssh: they measure as here, and leave nothing behind, whatever
/// ends.</summary>
[Trait("Gate", "no")]
public sealed class PlacementTests(SshMachines machines) : SshUser(machines)
{
    [SkippableFact]
    public async Task A_suite_runs_between_two_machines_and_workers_are_sent_once()
    {
        Machines.Forget();
        Suite("[cpp/tcp-epoll, cpp/tcp-spin]");
        (await PlacedAsync("--hosts", Machines.Hosts)).Exits(0).Complains("sending cpp/sockets to left");
        await NothingIsLeftAsync();
        var run = JsonDocument.Parse(File.ReadAllText(Folder["run/run.json"])).RootElement;
        Assert.Equal(
            ["left: server", "right: client"],
            run.GetProperty("sites")
                .EnumerateArray()
                .Select(site => $"{site.Text("name")}: {site.GetProperty("roles")[0]}")
        );
        var cells = Summary("run").Cells();
        Assert.All(cells, cell => Assert.Equal("ok", cell.Text("status")));
        // Of the one that waits; what a busy machine makes of one that spins may be withheld.
        Assert.True(cells[0].Value("server_cpu_ns_per_msg") > 0);
        string[] told = ["server-site", "client-site", "one-machine", "other-machines"];
        Assert.Equal(told, Notes().Intersect(told));
        // By its label, and only what is not there yet.
        var second = (await PlacedAsync("--hosts", Machines.Hosts, "--server", "lab", "--clients", "local")).Exits(0);
        Assert.DoesNotContain("sending", second.Errors, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_network_is_between_a_side_here_and_one_elsewhere_and_not_between_two_others()
    {
        Suite("[cpp/tcp-epoll, cpp/udp]", more: "network: {delay: 20ms}\nbaseline: {by: [transport]}");
        (await PlacedAsync("--hosts", Machines.Hosts, "--server", "right", "--clients", "local"))
            .Exits(0)
            .Complains("1 network measured, 1 as asked for, by relay");
        Assert.All(Summary("run").Cells(), cell => Assert.InRange(cell.Value("rtt_mean_ns"), 40e6, 200e6));
        Assert.Contains("networks-add-up", Notes());
        (await PlacedAsync("--hosts", Machines.Hosts))
            .Exits(2)
            .Complains("network is made by this machine", "run pingmark on left");
        await NothingIsLeftAsync();
    }

    [SkippableTheory]
    [InlineData("stranger", "its host key is not known here", "`ssh stranger` once by hand")]
    [InlineData("closed", "nothing listens there for ssh", "")]
    public async Task A_machine_that_cannot_be_used_is_named_with_what_mends_it(string host, string why, string mend)
    {
        Suite("[cpp/tcp-epoll]");
        (await PlacedAsync("--server", $"ssh:{host}"))
            .Exits(3)
            .Complains($"pingmark: {host}: ", why, mend)
            .Within(LongestComplaint);
    }

    [SkippableFact]
    public async Task A_machine_that_lacks_a_runtime_or_disk_says_so()
    {
        Suite("[java/tcp-threads]");
        (await PlacedAsync("--server", "ssh:bare")).Exits(3).Complains("java is not installed on bare");
        Suite("[cpp/tcp-epoll]");
        (await PlacedAsync("--server", "ssh:bare")).Exits(3).Complains("bare: its disk is full");
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task Generators_begin_together_whatever_their_machines_clocks_are()
    {
        Suite("[cpp/tcp-epoll]", more: "generators: 2");
        Skip.IfNot(File.Exists("/proc/self/ns/time"), "this kernel has no time namespaces");
        (await PlacedAsync("-v", "--server", "ssh:ahead", "--clients", "ssh:ahead,ssh:a"))
            .Exits(0)
            .Prints("2 generators began within");
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task Generators_on_two_machines_share_paired_slices()
    {
        // Of so long a slice clocks that are read through ssh are known well enough.
        Suite("[cpp/tcp-epoll, cpp/tcp-poll]", more: "generators: 2\nconnections: 2", durationS: 4, sliceMs: 1000);
        (await PlacedAsync("--hosts", Machines.Hosts, "--server", "here", "--clients", "left,right")).Exits(0);
        PairedSlices.AreCountedByBothSides(this, generators: 2);
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task Of_several_generators_one_that_is_killed_is_named_and_the_others_result_stands()
    {
        Suite("[cpp/tcp-epoll]", more: "generators: 4", durationS: 4);
        await using var run = await StartAsync(
            Words("-v", "--hosts", Machines.Hosts, "--server", "here", "--clients", "left,right")
        );
        await run.UntilAsync(() => Machines.AtWork.Count == 4);
        Signals.Send(Machines.AtWork[0].Pid, Signals.Kill);
        (await run.EndAsync()).Exits(1).Prints("of 4 generators 1 were lost", "client", "of cpp/tcp-epoll, on");
        Assert.Equal("ok", Summary("run").Cells()[0].Text("status"));
        await NothingIsLeftAsync();
    }

    [SkippableTheory]
    [InlineData("controller")]
    [InlineData("ssh")]
    [InlineData("cut")]
    public async Task Whatever_ends_nothing_is_left_on_the_other_machine(string what)
    {
        // While one is measured the other's server is frozen, and can't see the end of its stdin.
        Suite("[cpp/tcp-spin, {stack: cpp/tcp-spin, label: again}]", rounds: 99);
        await using var run = await StartAsync(Words("--server", "ssh:b", "--clients", "ssh:b"));
        await run.UntilAsync(() => FinishedTrials("run") > 0 && Machines.Processes.Any(p => p.IsFrozen));
        try
        {
            if (what == "controller")
                run.Signal(Signals.Kill);
            else if (what == "ssh")
                Signals.Send(run.Worker("ControlMaster=yes")!.Pid, Signals.Kill);
            else
                Machines.Cut("b");
            await NothingIsLeftAsync();
        }
        finally
        {
            if (what == "cut")
                Machines.Mend("b");
        }
        if (what == "controller")
            await run.UntilNothingIsLeftAsync(LongestEnd);
        else
            (await run.EndAsync()).Exits(1).Prints("b");
        (await RunAsync("report", "run", "-v")).Prints("again");
    }

    [SkippableFact]
    public async Task A_machine_that_stands_still_for_a_moment_is_waited_for()
    {
        Suite("[cpp/tcp-epoll]", rounds: 2);
        await using var run = await StartAsync(Words("--server", "ssh:b", "--clients", "ssh:b"));
        await run.UntilAsync(() => FinishedTrials("run") > 0);
        Machines.Stop("b");
        // As long as it stands still.
        await Task.Delay(TimeSpan.FromSeconds(2));
        Machines.Continue("b");
        (await run.EndAsync()).Exits(0);
        Assert.Equal("ok", Summary("run").Cells()[0].Text("status"));
        await NothingIsLeftAsync();
    }

    private IEnumerable<string> Notes() =>
        Summary("run").GetProperty("notes").EnumerateArray().Select(note => note.Text("id"));
}
