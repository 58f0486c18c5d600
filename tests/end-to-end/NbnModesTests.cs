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

    [Fact]
    public async Task Complete_measures_both_sides()
    {
        var result = await RunAsync(Line("nbn -l dotnet/udp-spin -d 0.5 --port 0 --clients 20 --parallel-messages 2"));
        result
            .Exits(0)
            .Prints("Parallel messages: 2, Size: 32 bytes, Payload: Random", "Reproduce: ./pingmark nbn")
            .Complains("20 clients connected", "measuring 0.5 s");
        Assert.Matches(@"\| dotnet/udp-spin +\| Unreliable +\| +20 \| +[1-9][\d,]* msg/s \|", result.Output);
        Assert.Matches(@"\| dotnet/udp-spin +\| server  \| +[1-9]\d* \|", result.Output);
        Assert.Matches(@"\| dotnet/udp-spin +\| clients \| +[1-9]\d* \|", result.Output);
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
    public async Task A_server_that_is_killed_ends_its_clients_with_an_error()
    {
        await using var server = await ServeAsync();
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
    public async Task Ctrl_C_or_Enter_ends_a_measurement_without_end_and_keeps_its_figures()
    {
        string[] endless = Line("nbn -l cpp/udp --port 0 --clients 2 -d -1"),
            said = ["running cpp/udp until it was stopped", "| clients |"];
        await using var run = await MeasuringAsync(endless);
        run.Signal(Signals.Interrupt);
        (await run.EndAsync(Promptly)).Exits(0).Prints(said);
        await run.UntilNothingIsLeftAsync(2);
        (await TypeAsync("\n", endless)).Exits(0).Prints(said);
    }

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
