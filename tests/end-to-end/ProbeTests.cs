using System.Net;
using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Third-party echo servers, which know nothing of pingmark; those that do something wrong are among the
/// hostile.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class ProbeTests : CommandLineUser
{
    /// <summary>Of clients one a language: conformance has all of them measure such a server.</summary>
    [Theory]
    [InlineData("::1", "length-le", "cpp/tcp-epoll", "8")]
    [InlineData("::1", "none", "java/tcp-nio", "8")]
    [InlineData("::1", "length-le", "dotnet/tcp-async", "64KiB")]
    public async Task A_tcp_echo_is_measured(string address, string framing, string client, string size)
    {
        using var server = EchoServer.Tcp(IPAddress.Parse(address));
        string[] more = ["--framing", framing, "--connections", "3", "--message-bytes", size];
        var cell = await ProbeAsync($"tcp://{server.EndPoint}", client, more);
        Assert.Equal($"tcp://{server.EndPoint}", cell.Text("stack"));
        Assert.Equal(client, cell.Text("client"));
        Assert.Equal(0, cell.Number("lost"));
        Assert.Equal(3, cell.GetProperty("scenario").Number("connections"));
        Assert.Equal(size == "8" ? 8 : 65_536, cell.GetProperty("scenario").Number("message_bytes"));
    }

    [Fact]
    public async Task Connections_of_a_server_without_a_hello_are_measured()
    {
        using var server = EchoServer.Tcp(IPAddress.Loopback);
        var cell = await ProbeAsync($"tcp://{server.EndPoint}", "java/tcp-nio", "--test", "churn");
        Assert.Equal(0, cell.Number("lost"));
        Assert.NotEqual(JsonValueKind.Null, cell.GetProperty("connect_p50_ns").ValueKind);
    }

    [Theory]
    [InlineData("127.0.0.1", "cpp/udp-spin")]
    [InlineData("::1", "java/udp-spin")]
    public async Task A_udp_echo_is_measured(string address, string client)
    {
        using var server = EchoServer.Udp(IPAddress.Parse(address));
        var cell = await ProbeAsync($"udp://{server.EndPoint}", client, "--message-bytes", "1400");
        Assert.Equal(1400, cell.GetProperty("scenario").Number("message_bytes"));
    }

    [Theory]
    [InlineData("tcp://nosuch.invalid:7", 2, "'nosuch.invalid' can't be resolved")]
    // TEST-NET-1 belongs to nobody: it is refused, unreachable or silent, as the network likes.
    [InlineData("tcp://192.0.2.1:9", 1, "connect 192.0.2.1:9")]
    public async Task A_host_that_is_not_there_is_said_promptly(string target, int exitCode, string said) =>
        (await RunAsync("probe", target)).Exits(exitCode).Complains(said).Within(5);

    private async Task<JsonElement> ProbeAsync(string target, string client, params string[] more)
    {
        string[] words = ["probe", target, "--client", client, "--duration", "200ms", "--json", .. more];
        var cell = (await RunAsync(words)).Exits(0).Json;
        SummaryChecks.HasTheKeysOfACell(cell);
        SummaryChecks.IsHealthy(cell);
        return cell;
    }
}
