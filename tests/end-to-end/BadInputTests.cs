using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests;

/// <summary>What can't be used is refused before anything starts: exit code 2, and a message that says what would be
/// right.</summary>
public sealed class BadInputTests : CommandLineUser
{
    private const double Promptly = 5;

    /// <summary>The tried commands that have <c>--json</c>.</summary>
    private static readonly string[] WithJson = ["run", "capacity", "report", "compare", "probe", "network", "conform"];

    [Theory]
    [InlineData("frobnicate", "Unrecognized command or argument 'frobnicate'", "`pingmark --help`")]
    [InlineData("run", "Required argument 'SUITE' missing", "`pingmark run --help`")]
    [InlineData("run qick", "unknown suite 'qick'; did you mean 'quick'?")]
    [InlineData("run missing.yaml", "missing.yaml: no such file")]
    [InlineData("run quick --stacks cpp/tcp-epol", "unknown stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?")]
    [InlineData("run quick --budget 1parsec", "--budget 1parsec: budget has the unknown unit 'parsec'")]
    [InlineData("run quick --set network.loss=51%", "network.loss must be 0 % to 50 %, not '51%'")]
    [InlineData("network delay=5", "NETWORK delay needs a unit: '5' could be")]
    [InlineData("run quick --set pin.server=4000", "server asks for 4000 cores")]
    [InlineData("compare nowhere nothing", "nowhere holds no run")]
    [InlineData("report nowhere", "nowhere holds no run")]
    [InlineData("capacity cpp/tcp-epoll --slo p99", "--slo p99")]
    [InlineData("bundle nowhere", "holds no run")]
    [InlineData("verify nowhere", "nowhere: can't be read")]
    [InlineData("verify /etc/passwd", "it is no bundle")]
    [InlineData("open", "no run in runs/ has a report.html")]
    [InlineData("ui --address everywhere", "'everywhere'")]
    [InlineData("build cpp/socket", "unknown worker 'cpp/socket'; did you mean 'cpp/sockets'?")]
    [InlineData("conform --case nothing.*", "no case matches 'nothing.*'")]
    [InlineData("list stakcs", "'stakcs'; did you mean 'stacks'?")]
    [InlineData("probe localhost:7", "'localhost:7' is no target; write tcp://HOST:PORT")]
    [InlineData("probe tcp://127.0.0.1:65536", "is no target", "ports 1 to 65535")]
    [InlineData("probe tcp://[::1]:7 --connections 0", "--connections must be 1 to 10000, not '0'")]
    [InlineData("probe tcp://[::1]:7 --client cpp/udp-spin", "client cpp/udp-spin speaks udp")]
    [InlineData("serve cpp/tcp-epoll", "serve needs --plain")]
    [InlineData("serve cpp/tcp-epoll --plain --address ::", "listens on every interface; --allow-wildcard permits it")]
    [InlineData("nbn -l ENte", "unknown library 'ENte'; did you mean 'ENet'?")]
    [InlineData("nbn -l dotnet/udp-spin --address not-an-ip", "--address must be an IP address such as ::1")]
    [InlineData("nbn -l dotnet/udp-spin --clients 0", "--clients must be 1 to 10000, not '0'")]
    [InlineData("nbn -l dotnet/udp-spin --port 0 --transmission reliable", "has no reliable transmission")]
    [InlineData("nbn -l dotnet/udp-spin -m Client --address 192.0.2.1", "asks for a token", "PINGMARK_TOKEN=")]
    public Task Is_refused_with_what_would_be_right(string arguments, params string[] said) =>
        RefusedAsync(arguments, said);

    [Fact]
    public Task A_suite_file_is_refused_with_file_line_and_column()
    {
        Folder.Write("suite.yaml", "conections: 1\nduratoin: 1s\nstacks: [x]");
        return RefusedAsync(
            "run suite.yaml",
            ":1:1: unknown key 'conections'",
            ":2:1: unknown key 'duratoin'; did you mean 'duration'?",
            ":3:10: unknown stack 'x'"
        );
    }

    [Fact]
    public async Task A_runtime_option_that_could_run_code_is_refused()
    {
        const string option = "-XX:OnError=touch stolen";
        Folder.Write("suite.yaml", $"stacks: [{{stack: java/tcp-nio, runtime_options: {{java: ['{option}']}}}}]");
        await RefusedAsync("run suite.yaml", $"runtime option '{option}' is not on the list that java/sockets allows");
    }

    [Fact]
    public async Task A_port_in_use_is_refused()
    {
        using var holder = new TcpListener(IPAddress.IPv6Loopback, 0);
        holder.Start();
        var port = ((IPEndPoint)holder.LocalEndpoint).Port;
        await RefusedAsync(
            $"serve cpp/tcp-epoll --plain --port {port}",
            $"can't listen on [::1]:{port}: address already in use; choose another --port or --address"
        );
    }

    private async Task RefusedAsync(string arguments, params string[] said)
    {
        var result = await RunAsync(arguments.Split(' '));
        result.Exits(2).Complains(said).Within(Promptly);
        Assert.Empty(result.Output);
        if (WithJson.Contains(arguments.Split(' ')[0]))
            IsAnErrorOf(result, (await RunAsync([.. arguments.Split(' '), "--json"])).Exits(2));
        Assert.False(Directory.Exists(Folder["runs"]), "a refused command leaves no run folder");
    }

    /// <summary>JSON has the words that people get, without the program's name before them.</summary>
    private static void IsAnErrorOf(CommandResult plain, CommandResult asJson)
    {
        Assert.Equal(plain.Errors, asJson.Errors);
        var error = Assert.Single(asJson.Json.EnumerateObject());
        Assert.Equal("error", error.Name);
        Assert.StartsWith($"pingmark: {error.Value.GetString()}", plain.Errors.Replace("\npingmark: ", "\n"));
    }
}
