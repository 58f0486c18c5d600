using System.Net;
using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Third-party echo servers, which know nothing of pingmark. They are threads of this process, which a busy
/// machine may keep from a core for a while: a window of which they have nothing at all is longer than that.</summary>
[Trait("Layer", "stacks")]
public sealed class ProbeTests : CommandLineUser
{
    [Theory]
    [InlineData("127.0.0.1", "none", "cpp/tcp-epoll")]
    [InlineData("::1", "none", "cpp/tcp-epoll")]
    [InlineData("::1", "length-le", "cpp/tcp-epoll")]
    [InlineData("::1", "none", "java/tcp-nio")]
    [InlineData("::1", "length-le", "java/tcp-threads")]
    [InlineData("::1", "none", "dotnet/tcp-async")]
    [InlineData("::1", "length-le", "dotnet/tcp-spin")]
    public async Task A_tcp_echo_is_measured(string address, string framing, string client)
    {
        using var server = EchoServer.Tcp(IPAddress.Parse(address));
        var cell = (
            await RunAsync(
                "probe",
                $"tcp://{server.EndPoint}",
                "--framing",
                framing,
                "--client",
                client,
                "--connections",
                "3",
                "--duration",
                "1s",
                "--json"
            )
        )
            .Exits(0)
            .Json;
        SummaryChecks.HasTheKeysOfACell(cell);
        SummaryChecks.IsHealthy(cell);
        Assert.Equal($"tcp://{server.EndPoint}", cell.Text("stack"));
        Assert.Equal(client, cell.Text("client"));
        Assert.Equal(0, cell.Number("lost"));
        Assert.Equal(3, cell.GetProperty("scenario").Number("connections"));
    }

    [Theory]
    [InlineData("none", "cpp/tcp-epoll")]
    [InlineData("length-le", "java/tcp-nio")]
    [InlineData("none", "dotnet/tcp-async")]
    public async Task Connections_of_a_server_without_a_hello_are_measured(string framing, string client)
    {
        using var server = EchoServer.Tcp(IPAddress.Loopback);
        var cell = (
            await RunAsync(
                "probe",
                $"tcp://{server.EndPoint}",
                "--test",
                "churn",
                "--framing",
                framing,
                "--client",
                client,
                "--duration",
                "1s",
                "--json"
            )
        )
            .Exits(0)
            .Json;
        SummaryChecks.IsHealthy(cell);
        Assert.Equal(0, cell.Number("lost"));
        Assert.NotEqual(JsonValueKind.Null, cell.GetProperty("connect_p50_ns").ValueKind);
    }

    [Theory]
    [InlineData("127.0.0.1", "cpp/udp-spin")]
    [InlineData("::1", "java/udp-spin")]
    [InlineData("::1", "dotnet/udp-spin")]
    public async Task A_udp_echo_is_measured(string address, string client)
    {
        using var server = EchoServer.Udp(IPAddress.Parse(address));
        var cell = (
            await RunAsync(
                "probe",
                $"udp://{server.EndPoint}",
                "--client",
                client,
                "--message-bytes",
                "1400",
                "--duration",
                "1s",
                "--log-messages",
                Folder["messages.csv"],
                "--json"
            )
        )
            .Exits(0)
            .Json;
        SummaryChecks.HasTheKeysOfACell(cell);
        SummaryChecks.IsHealthy(cell);
        var lines = File.ReadAllLines(Folder["messages.csv"]);
        Assert.Equal("connection,sent_ns,received_ns", lines[0]);
        Assert.Matches("^0,0,[0-9]*$", lines[1]);
        Assert.InRange(lines.Length - 1, 1, cell.Number("sent"));
    }

    [Theory]
    [InlineData("8")]
    [InlineData("64KiB")]
    public async Task The_smallest_and_the_largest_messages_are_measured(string size)
    {
        using var server = EchoServer.Tcp(IPAddress.IPv6Loopback);
        foreach (var framing in new[] { "none", "length-le" })
            SummaryChecks.IsHealthy(
                (
                    await RunAsync(
                        "probe",
                        $"tcp://{server.EndPoint}",
                        "--framing",
                        framing,
                        "--message-bytes",
                        size,
                        "--in-flight",
                        "4",
                        "--duration",
                        "1s",
                        "--json"
                    )
                )
                    .Exits(0)
                    .Json
            );
    }

    [Fact]
    public async Task A_host_name_and_tables_for_people_do_as_well()
    {
        using var server = EchoServer.Tcp(IPAddress.Loopback);
        (await RunAsync("probe", $"tcp://127.0.0.1:{server.EndPoint.Port}", "--framing", "none", "--duration", "1s"))
            .Exits(0)
            .Prints($"tcp://{server.EndPoint}");
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("udp")]
    public async Task No_server_listening_is_said_promptly(string transport)
    {
        // A port that was free a moment ago, and that nobody is given again so soon.
        using var gone =
            transport == "tcp" ? EchoServer.Tcp(IPAddress.IPv6Loopback) : EchoServer.Udp(IPAddress.IPv6Loopback);
        var target = $"{transport}://{gone.EndPoint}";
        gone.Dispose();
        (await RunAsync("probe", target, "--duration", "100ms")).Exits(1).Complains("Connection refused").Within(5);
    }

    [Fact]
    public async Task A_server_that_never_answers_is_no_echo_server()
    {
        using var silent = EchoServer.Silent(IPAddress.IPv6Loopback);
        (await RunAsync("probe", $"tcp://{silent.EndPoint}", "--framing", "none", "--duration", "100ms"))
            .Exits(1)
            .Complains("does not answer (any more)", "is it an echo server, and is --framing right?")
            .Within(5);
    }

    [Theory]
    [InlineData("tcp://nosuch.invalid:7", "'nosuch.invalid' can't be resolved")]
    [InlineData("tcp://1.2.3.400:7", "1.2.3.400")]
    public async Task A_host_that_does_not_exist_is_said_promptly(string target, string said) =>
        (await RunAsync("probe", target)).Exits(2).Complains(said).Within(5);

    [Fact]
    public async Task An_address_that_can_not_be_reached_is_said_promptly() =>
        // TEST-NET-1 belongs to nobody: it is refused, unreachable or silent, as the network likes.
        (await RunAsync("probe", "tcp://192.0.2.1:9"))
            .Exits(1)
            .Complains("connect 192.0.2.1:9")
            .Within(5);
}
