using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests;

/// <summary>Third-party clients, which send what they like.</summary>
[Trait("Layer", "processes")]
[Trait("Gate", "no")]
public sealed partial class ServeTests : CommandLineUser
{
    /// <summary>Conformance lets every stack serve so.</summary>
    [Theory]
    [InlineData("cpp/tcp-epoll")]
    [InlineData("dotnet/udp-spin")]
    public async Task A_stack_echoes_where_it_is_told_to_until_Ctrl_C(string stack)
    {
        await using var serve = await StartAsync("serve", stack, "--plain", "--address", "127.0.0.1");
        var server = await ServedAsync(serve);
        Assert.Equal(IPAddress.Loopback, server.Address);
        await EchoesAsync(server, stack);
        serve.Signal(Signals.Interrupt);
        var result = (await serve.EndAsync(5)).Exits(0);
        Assert.Matches(@"[1-9]\d* messages echoed", result.Output);
        await serve.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task A_wildcard_is_served_when_it_is_permitted()
    {
        await using var serve = await StartAsync(Line("serve cpp/tcp-epoll --plain --address :: --allow-wildcard"));
        await EchoesAsync(new(IPAddress.IPv6Loopback, (await ServedAsync(serve)).Port), "cpp/tcp-epoll");
    }

    [Fact]
    public async Task A_terminal_that_closes_takes_its_server_along()
    {
        await using var serve = await StartInTerminalAsync("serve", "cpp/tcp-epoll", "--plain");
        await ServedAsync(serve);
        serve.Signal(Signals.Kill);
        await serve.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task Within_the_machine_it_serves_in_a_folder_that_goes_with_a_controller_that_is_killed()
    {
        await using var serve = await StartAsync("serve", "cpp/unix", "--plain");
        await serve.UntilAsync(() => Served().IsMatch(serve.Output));
        var path = Served().Match(serve.Output).Groups[1].Value;
        using (var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified))
            await EchoesAsync(client, new UnixDomainSocketEndPoint(path));
        serve.Signal(Signals.Kill);
        await serve.UntilNothingIsLeftAsync(2);
        await Eventually.TrueAsync(
            () => !Directory.Exists(Path.GetDirectoryName(path)),
            Patience.For(2),
            () => $"{path} is left"
        );
    }

    private static async Task<IPEndPoint> ServedAsync(RunningCommand serve)
    {
        await serve.UntilAsync(() => Served().IsMatch(serve.Output));
        return IPEndPoint.Parse(Served().Match(serve.Output).Groups[1].Value);
    }

    /// <summary>Bytes that are no frame of any protocol come back as they are.</summary>
    private static async Task EchoesAsync(IPEndPoint server, string stack)
    {
        var isStream = !stack.Contains("/udp-", StringComparison.Ordinal);
        using var socket = SocketServer.NewSocket(server.AddressFamily, isStream);
        await EchoesAsync(socket, server);
    }

    private static async Task EchoesAsync(Socket socket, EndPoint server)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(10));
        await socket.ConnectAsync(server, deadline.Token);
        foreach (
            var sent in new[]
            {
                new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3 },
                "GET / HTTP/1.0\r\n\r\n"u8.ToArray(),
                new byte[1000],
            }
        )
        {
            await socket.SendAsync(sent, deadline.Token);
            var received = new byte[sent.Length];
            for (var count = 0; count < sent.Length; )
                count += await socket.ReceiveAsync(received.AsMemory(count), deadline.Token) is > 0 and var part
                    ? part
                    : throw new InvalidDataException("it hung up");
            Assert.Equal(sent, received);
        }
    }

    [GeneratedRegex(@"serves (\S+); Ctrl-C ends it")]
    private static partial Regex Served();
}
