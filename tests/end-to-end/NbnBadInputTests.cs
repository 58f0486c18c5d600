using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests;

/// <summary>What makes NetworkBenchmarkDotNet hang or run with nobody there is refused within seconds, with what would
/// be right.</summary>
public sealed class NbnBadInputTests : CommandLineUser
{
    private const double Promptly = 5;
    private const string Udp = "nbn -l dotnet/udp-spin ";

    [Theory]
    [InlineData("--address not-an-ip", "--address must be an IP address such as ::1 or 127.0.0.1, not 'not-an-ip'")]
    [InlineData("--clients 0", "--clients must be 1 to 10000, not '0'")]
    [InlineData("--clients many", "--clients must be a number of clients, or where they run", "'many'")]
    [InlineData("--clients 5 --clients 6", "--clients is given two numbers, 5 and 6")]
    [InlineData("-m Server --server ssh:lab1", "--server ssh:lab1 places a side of one command that has both")]
    [InlineData("--server lab1", "--server must be local, ssh:HOST, slurm or a host of --hosts, not 'lab1'")]
    [InlineData("-d 0", "--duration must be 0.05 to 86400 seconds, or -1 for until it is stopped by hand, not '0'")]
    [InlineData("--port 99999", "--port must be 0 to 65535, not '99999'")]
    [InlineData(
        "--port 0 --message-byte-size 65536",
        "--message-byte-size is 65536, and dotnet/udp-spin carries at most"
    )]
    [InlineData("--port 0 --transmission reliable", "dotnet/udp-spin has no reliable transmission, only unreliable")]
    [InlineData("-b Fast", "'Fast'", "'Quick'")]
    [InlineData("-b Quick -m Server", "--benchmark Quick starts its own servers and clients")]
    [InlineData("-m Client --address 192.0.2.1", "a server on 192.0.2.1 asks for a token", "PINGMARK_TOKEN=")]
    [InlineData("--cleints 5", "'--cleints'; did you mean '--clients'?")]
    public Task Values_are_refused_before_anything_is_measured(string arguments, params string[] said) =>
        RefusedAsync(Udp + arguments, 2, said);

    [Fact]
    public Task An_unknown_library_is_refused_with_the_nearest() =>
        RefusedAsync("nbn -l ENte", 2, "unknown library 'ENte'; did you mean 'ENet'?");

    [Theory]
    [InlineData("")]
    [InlineData("-m Server -d -1 ")]
    public async Task A_port_in_use_is_refused(string mode)
    {
        using var holder = new Socket(AddressFamily.InterNetworkV6, SocketType.Dgram, ProtocolType.Udp);
        holder.Bind(new IPEndPoint(IPAddress.IPv6Loopback, 0));
        var port = ((IPEndPoint)holder.LocalEndPoint!).Port;
        await RefusedAsync(
            $"{Udp}{mode}--port {port}",
            2,
            $"can't listen on [::1]:{port}: address already in use; choose another --port"
        );
    }

    [Theory]
    [Trait("Gate", "no")]
    [InlineData("dotnet/udp-spin")]
    [InlineData("dotnet/tcp-async")]
    public async Task No_server_is_told_with_how_to_start_one(string stack)
    {
        // A port that was free a moment ago, and that nobody is given again so soon.
        using var gone = EchoServer.Udp(IPAddress.IPv6Loopback);
        var port = gone.EndPoint.Port;
        gone.Dispose();
        await RefusedAsync(
            $"nbn -m Client -l {stack} --port {port}",
            1,
            "Connection refused",
            $"pingmark nbn -m Server -d -1 -l {stack} --address ::1 --port {port}"
        );
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task A_server_of_something_else_gives_no_answer()
    {
        using var other = EchoServer.Udp(IPAddress.IPv6Loopback);
        await RefusedAsync(
            $"nbn -m Client -l dotnet/udp-spin --port {other.EndPoint.Port}",
            1,
            "not all of 500 connections were up",
            "A server of another library, of another version or with another token gives no answer"
        );
    }

    private async Task RefusedAsync(string arguments, int exitCode, params string[] said)
    {
        var result = await RunAsync(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        result.Exits(exitCode).Complains(said).Within(Promptly);
        Assert.Empty(result.Output);
        Assert.False(Directory.Exists(Folder["runs"]), "a refused command leaves no run folder");
    }
}
