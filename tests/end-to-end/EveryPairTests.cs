namespace Pingmark.EndToEndTests;

/// <summary>Raw transports have one wire format: any client drives any server, whatever runtime they are of.</summary>
public sealed class EveryPairTests : CommandLineUser
{
    private const string Tcp = "cpp/tcp-epoll,cpp/tcp-spin,cpp/tcp-threads,dotnet/tcp-async,dotnet/tcp-spin,dotnet/tcp-threads,java/tcp-nio,java/tcp-spin,java/tcp-threads";
    private const string Udp = "cpp/udp-spin,dotnet/udp-spin,java/udp-spin";

    [Theory]
    [InlineData("cpp/tcp-epoll,cpp/tcp-spin,cpp/tcp-threads")]
    [InlineData("dotnet/tcp-async,dotnet/tcp-spin,dotnet/tcp-threads")]
    [InlineData("java/tcp-nio,java/tcp-spin,java/tcp-threads")]
    public Task Every_tcp_client_drives_every_tcp_server(string clients) => MeasuredAsync(Tcp, clients);

    [Fact]
    public Task Every_udp_client_drives_every_udp_server() => MeasuredAsync(Udp, Udp);

    private async Task MeasuredAsync(string servers, string clients)
    {
        var summary = (await RunAsync(
            "run", "floor", "--stacks", servers, "--set", $"client={clients}", "--set", "connections=2", "--set", "in_flight=2", "--set", "duration=30ms", "--set", "warmup=0s", "--set", "slice=50ms",
            "--rounds", "1", "--out", "run", "--json")).Exits(0).Json;
        var pairs = servers.Split(',').SelectMany(_ => clients.Split(','), (server, client) => (server, client));
        Assert.Equal(pairs.Order(), summary.Cells().Select(cell => (cell.Text("stack"), cell.Text("client"))).Order());
        Assert.All(summary.Cells(), SummaryChecks.IsHealthy);
    }
}
