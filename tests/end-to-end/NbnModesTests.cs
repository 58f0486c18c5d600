using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests;

/// <summary>NBN's execution modes: server and clients in one command, or in two, of which each may die. Figures are of
/// stacks of .NET; what becomes of processes is shown with those that start in no time, and wait while nothing
/// arrives.</summary>
[Trait("Layer", "nbn")]
[Trait("Gate", "no")]
public sealed partial class NbnModesTests : CommandLineUser
{
    private const double Promptly = 5;
    private const string Worker = "pingmark-cpp-sockets";

    [Theory]
    [InlineData("dotnet/udp-spin", "Unreliable")]
    [InlineData("dotnet/tcp-async", "Reliable")]
    public async Task Complete_measures_both_sides(string stack, string transmission)
    {
        var result = (await RunAsync(Line($"nbn -l {stack} -d 0.5 --port 0 --clients 20 --parallel-messages 2"))).Exits(
            0
        );
        Assert.Matches($@"\| PingPong \| {stack} +\| {transmission} +\| +20 \| +[1-9][\d,]* msg/s \|", result.Output);
        Assert.Matches($@"\| {stack} +\| server  \| +[1-9]\d* \|", result.Output);
        Assert.Matches($@"\| {stack} +\| clients \| +[1-9]\d* \|", result.Output);
        result
            .Prints(
                "Parallel messages: 2, Size: 32 bytes, Payload: Random",
                "Reproduce: ./pingmark nbn",
                "(UdpRcvbufErrors)"
            )
            .Complains("20 clients connected", "measuring 0.5 s");
    }

    /// <summary>And one that can't be measured is listed.</summary>
    [Fact]
    public async Task Not_verbose_it_is_silent_and_words_may_be_in_any_case()
    {
        var result = (
            await RunAsync(
                Line(
                    "nbn -l cpp/udp,cpp/tcp-epoll -m COMPLETE -t pingpong -b custom -d 0.1 --port 0 --clients 2 "
                        + "--transmission Reliable --message-payload zeros --verbose false"
                )
            )
        ).Exits(0);
        Assert.DoesNotContain("measuring", result.Errors);
        result.Prints("Payload: Zeros", "unsupported: cpp/udp: cpp/udp has no reliable transmission");
        Assert.Matches(@"\| PingPong \| cpp/tcp-epoll +\| Reliable +\| +2 \| +[1-9][\d,]* msg/s \|", result.Output);
    }

    [Fact]
    public async Task A_server_serves_client_after_client_by_the_command_that_it_prints_until_Ctrl_C()
    {
        await using var server = await ServeAsync("cpp/udp", "--clients", "3");
        var client = ClientOf(server);
        Assert.Contains("--clients 3", string.Join(' ', client));
        for (var i = 0; i < 2; i++)
            (await RunAsync([.. client, "-d", "0.2"])).Exits(0).Prints("Number of clients: 3", "| clients |");
        server.Signal(Signals.Interrupt);
        Assert.Matches(@"\| cpp/udp +\| +[1-9]\d* \|", (await server.EndAsync(5)).Exits(0).Output);
        await server.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task A_server_with_a_duration_ends_by_itself() =>
        (await RunAsync("nbn", "-m", "Server", "-d", "0.5", "-l", "cpp/udp", "--port", "0"))
            .Exits(0)
            .Within(Promptly)
            .Prints("for 0.5 s", "Messages echoed");

    [Fact]
    public async Task A_client_that_is_killed_does_not_disturb_the_server()
    {
        await using var server = await ServeAsync();
        var client = ClientOf(server);
        await using (var victim = await MeasuringAsync([.. client, "--clients", "2", "-d", "60"]))
        {
            victim.Signal(Signals.Kill);
            await victim.UntilNothingIsLeftAsync(2);
        }
        (await RunAsync([.. client, "--clients", "2", "-d", "0.2"])).Exits(0);
    }

    [Theory]
    [InlineData("dotnet/udp-spin")]
    [InlineData("dotnet/tcp-async")]
    public async Task A_server_that_is_killed_ends_its_clients_with_an_error(string stack)
    {
        await using var server = await ServeAsync(stack);
        await using var client = await MeasuringAsync([.. ClientOf(server), "--clients", "5", "-d", "60"]);
        server.Signal(Signals.Kill);
        // Refused by the kernel, or missed, as the last message was sent before or after its death.
        Assert.Matches(
            "5 of 5 connections ended|the server does not answer",
            (await client.EndAsync(Promptly)).Exits(1).Errors
        );
        await client.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task A_server_that_falls_silent_is_missed_within_seconds()
    {
        await using var server = await ServeAsync();
        await using var client = await MeasuringAsync([.. ClientOf(server), "--clients", "5", "-d", "60"]);
        Signals.Send(server.Worker(Worker)!.Pid, Signals.Stop);
        (await client.EndAsync(Promptly)).Exits(1).Complains("the server does not answer (any more)");
    }

    [Fact]
    public async Task A_server_worker_that_is_killed_ends_a_complete_measurement()
    {
        await using var run = await MeasuringAsync([.. Two, "-d", "60"]);
        Signals.Send(run.Workers.First(w => w.Command.Contains(Worker, StringComparison.Ordinal)).Pid, Signals.Kill);
        Assert.Contains("cpp/udp", (await run.EndAsync(Promptly)).Exits(1).Errors);
        await run.UntilNothingIsLeftAsync(2);
    }

    /// <summary>Without end it is what was asked for.</summary>
    [Theory]
    [InlineData("-1", 0, "running cpp/udp until it was stopped")]
    [InlineData("600", 130, "running cpp/udp")]
    public async Task Ctrl_C_keeps_the_figures_up_to_then(string duration, int exitCode, string said)
    {
        await using var run = await MeasuringAsync([.. Two, "-d", duration]);
        run.Signal(Signals.Interrupt);
        (await run.EndAsync(Promptly)).Exits(exitCode).Prints(said, "| clients |");
        await run.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task A_measurement_without_end_is_ended_by_Enter() =>
        (await TypeAsync("\n", [.. Two, "--duration", "-1"]))
            .Exits(0)
            .Prints("running cpp/udp until it was stopped", "| clients |");

    [Fact]
    public async Task A_predefined_benchmark_is_a_run_with_its_folder()
    {
        Folder.Write(
            "tree/suites/nbn-quick.yaml",
            """
            name: nbn-quick
            stacks: [cpp/udp, {stack: cpp/udp, label: again}]
            scenarios: [{name: PingPongUnreliable, connections: 2, transmission: unreliable}]
            duration: 100ms
            warmup: 50ms
            rounds: 5
            """
        );
        Root = new SourceTree(Folder).WithReal("cpp").Root;
        var result = (await RunAsync("nbn", "-b", "quick", "--clients", "7"))
            .Exits(0)
            .Complains("note: --clients has no effect, for --benchmark Quick fixes it");
        Assert.Matches(
            @"\| PingPongUnreliable \| cpp/udp +\| Unreliable +\| +2 \| +[1-9][\d,]* msg/s \|( +\S+ \S+ \|){3}",
            result.Output
        );
        var folder = Assert.Single(Directory.GetDirectories(Folder["runs"]));
        Assert.All(
            ["run.json", "trials.jsonl", "summary.json", "report.md", "nbn.md"],
            file => Assert.True(File.Exists(Path.Combine(folder, file)), file)
        );
        Assert.Contains("./pingmark nbn -b quick --clients 7", File.ReadAllText(Path.Combine(folder, "report.html")));
    }

    private static readonly string[] Two = ["nbn", "-l", "cpp/udp", "--port", "0", "--clients", "2"];

    /// <summary>Of clients that measure, or of both sides.</summary>
    private async Task<RunningCommand> MeasuringAsync(string[] words)
    {
        var command = await StartAsync(words);
        await command.UntilAsync(() => command.Errors.Contains("measuring", StringComparison.Ordinal));
        return command;
    }

    private async Task<RunningCommand> ServeAsync(string stack = "cpp/udp", params string[] more)
    {
        var server = await StartAsync(["nbn", "-m", "Server", "-d", "-1", "-l", stack, "--port", "0", .. more]);
        await server.UntilAsync(() => ClientCommand().IsMatch(server.Output));
        return server;
    }

    private static string[] ClientOf(RunningCommand server) =>
        ClientCommand().Match(server.Output).Groups[1].Value.Split(' ');

    [GeneratedRegex(@"pingmark (nbn -m Client .*)\n")]
    private static partial Regex ClientCommand();
}
