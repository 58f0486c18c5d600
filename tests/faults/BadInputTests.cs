using System.Net;
using System.Net.Sockets;
using Xunit;

namespace Pingmark.FaultTests;

/// <summary>Input that can't be used: a clear message, the documented exit code, and quickly.</summary>
public class BadInputTests
{
    private static readonly TimeSpan Quickly = TimeSpan.FromSeconds(5);

    [Theory]
    [InlineData(2, "did you mean 'quick'", "run", "qick")]
    [InlineData(2, "did you mean 'cpp/tcp-epoll'", "run", "quick", "--stacks", "cpp/tcp-epol")]
    [InlineData(2, "--rouns", "run", "quick", "--rouns", "3")]
    [InlineData(2, "did you mean 'connections'", "run", "quick", "--set", "conections=2")]
    [InlineData(2, "unknown unit 'sec' in '5sec'; did you mean '5s'", "run", "quick", "--set", "duration=5sec")]
    [InlineData(2, "connections", "run", "quick", "--set", "connections=0")]
    [InlineData(2, "connections", "run", "quick", "--set", "connections=-5")]
    [InlineData(2, "message_bytes", "run", "quick", "--set", "message_bytes=7")]
    [InlineData(2, "message_bytes", "run", "quick", "--set", "message_bytes=1401")]
    [InlineData(2, "message_bytes", "run", "floor", "--stacks", "cpp/tcp-spin", "--set", "message_bytes=65537")]
    [InlineData(2, "address", "run", "quick", "--set", "address=not-an-ip")]
    [InlineData(2, "can't be written", "run", "quick", "--out", "/proc/nowhere")]
    [InlineData(2, "is no target", "probe", "tcp://127.0.0.1:99999")]
    [InlineData(2, "is no target", "probe", "localhost:7000")]
    [InlineData(2, "--connections is 0", "probe", "tcp://127.0.0.1:7", "--connections", "0")]
    [InlineData(2, "--message-bytes is 4", "probe", "tcp://127.0.0.1:7", "--message-bytes", "4")]
    [InlineData(2, "out of range", "serve", "cpp/tcp-epoll", "--plain", "--port", "99999")]
    [InlineData(2, "is no IP address", "serve", "cpp/tcp-epoll", "--plain", "--address", "not-an-ip")]
    [InlineData(2, "every interface", "serve", "cpp/tcp-epoll", "--plain", "--address", "::")]
    [InlineData(2, "needs --plain", "serve", "cpp/tcp-epoll")]
    [InlineData(2, "holds no run", "report", "/proc")]
    [InlineData(1, "Connection refused", "probe", "tcp://127.0.0.1:1")]
    [InlineData(1, "refused", "probe", "udp://127.0.0.1:1")]
    public async Task IsExplained(int exitCode, string said, params string[] args)
    {
        var run = await CommandLineRun.ToEndAsync(args);
        Assert.Contains(said, run.Errors);
        Assert.Equal(exitCode, run.ExitCode);
        Assert.True(run.Time < Quickly, $"took {run.Time}");
    }

    [Fact]
    public async Task AYamlErrorHasFileLineAndColumn()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["wrong.yaml"], "name: wrong\nstacks: [cpp/tcp-epoll]\n  conections: 3\n");
        var syntax = await CommandLineRun.ToEndAsync("run", folder["wrong.yaml"]);
        Assert.Equal(2, syntax.ExitCode);
        Assert.Matches(@"wrong\.yaml:\d+:\d+: ", syntax.Errors);
        File.WriteAllText(folder["key.yaml"], "name: wrong\nstacks: [cpp/tcp-epoll]\nconections: 3\n");
        var key = await CommandLineRun.ToEndAsync("run", folder["key.yaml"]);
        Assert.Equal(2, key.ExitCode);
        Assert.Contains("key.yaml:3:1: unknown key 'conections'; did you mean 'connections'?", key.Errors);
    }

    [Fact]
    public async Task APortInUseIsSaid()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var run = await CommandLineRun.ToEndAsync("serve", "cpp/tcp-epoll", "--plain", "--address", "127.0.0.1", "--port", $"{((IPEndPoint)taken.LocalEndpoint).Port}");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("in use", run.Errors);
    }

    [Fact]
    public async Task AnOptionThatCouldRunCodeIsRefused()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["evil.yaml"], "name: evil\nstacks: [{stack: java/tcp-nio, runtime_options: {java: ['-XX:OnError=touch /tmp/x']}}]\n");
        var run = await CommandLineRun.ToEndAsync("run", folder["evil.yaml"]);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("is not on the list", run.Errors);
    }

    [Fact]
    public async Task ASilentServerIsNoEchoServer()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var run = await CommandLineRun.ToEndAsync("probe", $"tcp://{silent.LocalEndpoint}", "--duration", "300ms");
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("was answered", run.Errors);
    }
}
