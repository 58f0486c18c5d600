using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests;

/// <summary>What can't be used is refused before anything starts: exit code 2, and a message that says what would be
/// right.</summary>
public sealed class BadInputTests : CommandLineUser
{
    private const double Promptly = 5;

    [Theory]
    [InlineData("frobnicate", "Unrecognized command or argument 'frobnicate'", "`pingmark --help`")]
    [InlineData("rum quick", "'rum'; did you mean 'run'?")]
    [InlineData("run", "Required argument 'SUITE' missing", "`pingmark run --help`")]
    [InlineData("run qick", "unknown suite 'qick'; did you mean 'quick'?")]
    [InlineData("run zzz", "suites are bulk, bulk-udp, capacity, connect-rate, ")]
    [InlineData("run missing.yaml", "missing.yaml: no such file")]
    [InlineData("run quick --budgt 3s", "'--budgt'; did you mean '--budget'?")]
    [InlineData("run quick --stacks cpp/tcp-epol", "unknown stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?")]
    [InlineData("run quick --stacks zig/*", "--stacks zig/*: matches no stack")]
    [InlineData("run quick --set socket.nodelay=true", "unknown key 'nodelay' in socket; did you mean 'no_delay'?")]
    [InlineData("run quick --budget 1parsec", "--budget 1parsec: budget has the unknown unit 'parsec'")]
    [InlineData("run quick --rounds 0", "--rounds 0: rounds must be 1 to 1000, not '0'")]
    [InlineData("run quick --precision 200%", "--precision 200%: precision must be more than 0 and at most 50%")]
    [InlineData("run quick --seed -1", "--seed -1: seed must be a whole number")]
    [InlineData("run quick --set network=wify", "network.profile must be lan,", "did you mean 'wifi'?")]
    [InlineData("run quick --set network.loss=51%", "network.loss must be 0 % to 50 %, not '51%'")]
    [InlineData("network delay=5", "NETWORK delay needs a unit: '5' could be")]
    [InlineData("network --packets 0", "--packets must be 1 to 10000000, not '0'")]
    [InlineData("run quick --set pin.server=4000", "server asks for 4000 cores")]
    [InlineData("report nowhere", "nowhere holds no run", "give the folder")]
    [InlineData("compare nowhere nothing", "nowhere holds no run")]
    [InlineData("compare a b --fail-on-regression many", "a share such as 2%")]
    [InlineData("bundle nowhere", "holds no run")]
    [InlineData("verify nowhere", "nowhere: can't be read")]
    [InlineData("verify /etc/passwd", "it is no bundle")]
    [InlineData("open", "no run in runs/ has a report.html")]
    [InlineData("open elsewhere", "there is no folder elsewhere")]
    [InlineData("completion cmd", "'bash'", "'zsh'", "'fish'")]
    [InlineData("ui --address everywhere", "'everywhere'")]
    [InlineData("ui --port 99999", "--port is a number from 0 to 65535")]
    [InlineData("build cpp/socket", "unknown worker 'cpp/socket'; did you mean 'cpp/sockets'?")]
    [InlineData("conform cpp/tcp-epol", "unknown worker or stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?")]
    [InlineData("conform --case nothing.*", "no case matches 'nothing.*'")]
    [InlineData("list stakcs", "'stakcs'; did you mean 'stacks'?")]
    public Task Is_refused_with_what_would_be_right(string arguments, params string[] said) =>
        RefusedAsync(arguments, said);

    [Theory]
    [InlineData("probe localhost:7", "'localhost:7' is no target; write tcp://HOST:PORT")]
    [InlineData("probe tcp://[::1:7", "is no target")]
    [InlineData("probe tcp://[::1]", "needs a port from 1 to 65535")]
    [InlineData("probe tcp://127.0.0.1:65536", "is no target", "ports 1 to 65535")]
    [InlineData("probe tcp://[::1]:7 --connections 0", "--connections must be 1 to 10000, not '0'")]
    [InlineData("probe tcp://[::1]:7 --in-flight 0", "--in-flight must be 1 to 65536, not '0'")]
    [InlineData("probe tcp://[::1]:7 --message-bytes 7", "--message-bytes must be 8 B to 64 KiB, not '7'")]
    [InlineData(
        "probe udp://[::1]:7 --message-bytes 1401",
        "--message-bytes must be at most 1400 over UDP, not '1401'"
    )]
    [InlineData("probe tcp://[::1]:7 --duration 3", "--duration needs a unit")]
    [InlineData("probe tcp://[::1]:7 --duration 0s", "--duration can be 1ms to 24h")]
    [InlineData("probe tcp://[::1]:7 --framing utf8", "'length-le'", "'none'")]
    [InlineData("probe tcp://[::1]:7 --client cpp/udp-spin", "client cpp/udp-spin speaks udp")]
    [InlineData("serve cpp/tcp-epoll", "serve needs --plain")]
    [InlineData("serve cpp/tcp-epol --plain", "unknown stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?")]
    [InlineData("serve cpp/tcp-epoll --plain --port 65536", "port 65536 is out of range")]
    [InlineData("serve cpp/tcp-epoll --plain --address ::", "listens on every interface; --allow-wildcard permits it")]
    public Task No_address_port_or_size_is_out_of_range(string arguments, params string[] said) =>
        RefusedAsync(arguments, said);

    [Theory]
    [InlineData("stacks: [cpp/tcp-epoll", "suite.yaml:2:1: not valid YAML")]
    [InlineData("", "suite.yaml:1:1: a suite must be a mapping")]
    [InlineData(
        "conections: 1\nduratoin: 1s\nstacks: [x]",
        ":1:1: unknown key 'conections'",
        ":2:1: unknown key 'duratoin'; did you mean 'duration'?",
        ":3:10: unknown stack 'x'"
    )]
    public Task A_suite_file_is_refused_with_file_line_and_column(string yaml, params string[] said)
    {
        Folder.Write("suite.yaml", yaml);
        return RefusedAsync("run suite.yaml", said);
    }

    [Fact]
    public async Task A_runtime_option_that_could_run_code_is_refused()
    {
        const string option = "-XX:OnError=touch stolen";
        Folder.Write("suite.yaml", $"stacks: [{{stack: java/tcp-nio, runtime_options: {{java: ['{option}']}}}}]");
        await RefusedAsync("run suite.yaml", $"runtime option '{option}' is not on the list that java/sockets allows");
    }

    [Theory]
    [InlineData("cpp/tcp-epoll", SocketType.Stream, ProtocolType.Tcp)]
    [InlineData("cpp/udp-spin", SocketType.Dgram, ProtocolType.Udp)]
    public async Task A_port_in_use_is_refused(string stack, SocketType type, ProtocolType protocol)
    {
        using var holder = new Socket(AddressFamily.InterNetworkV6, type, protocol);
        holder.Bind(new IPEndPoint(IPAddress.IPv6Loopback, 0));
        if (type == SocketType.Stream)
            holder.Listen();
        var port = ((IPEndPoint)holder.LocalEndPoint!).Port;
        await RefusedAsync(
            $"serve {stack} --plain --port {port}",
            $"can't listen on [::1]:{port}: address already in use; choose another --port or --address"
        );
    }

    private async Task RefusedAsync(string arguments, params string[] said)
    {
        var result = await RunAsync(arguments.Split(' '));
        result.Exits(2).Complains(said).Within(Promptly);
        Assert.Empty(result.Output);
        Assert.False(Directory.Exists(Folder["runs"]), "a refused command leaves no run folder");
    }
}
