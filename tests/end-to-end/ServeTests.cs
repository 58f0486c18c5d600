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
        var port = FreePort();
        string[] where = ["--address", "127.0.0.1", "--port", $"{port}"];
        await using var serve = await StartAsync(["serve", stack, "--plain", .. where]);
        var server = await ServedAsync(serve);
        Assert.Equal(new IPEndPoint(IPAddress.Loopback, port), server);
        await EchoesAsync(server, stack);
        serve.Signal(Signals.Interrupt);
        var result = (await serve.EndAsync(5)).Exits(0);
        Assert.Matches(@"[1-9]\d* messages echoed", result.Output);
        await serve.UntilNothingIsLeftAsync(2);
    }

    [Fact]
    public async Task It_finds_an_address_that_the_stack_knows_and_no_other_is_taken()
    {
        await using var serve = await StartAsync("serve", "cpp/enet", "--plain");
        Assert.Equal(IPAddress.Loopback, (await ServedAsync(serve)).Address);
        (await RunAsync("serve", "cpp/enet", "--plain", "--address", "::1"))
            .Exits(2)
            .Complains("address ::1 is IPv6", "IPv4 only")
            .Within(5);
    }

    [Fact]
    public async Task A_wildcard_is_served_when_it_is_permitted()
    {
        await using var serve = await StartAsync(Line("serve cpp/tcp-epoll --plain --address :: --allow-wildcard"));
        await EchoesAsync(new(IPAddress.IPv6Loopback, (await ServedAsync(serve)).Port), "cpp/tcp-epoll");
    }

    [Fact]
    public async Task A_worker_that_dies_meanwhile_is_noticed()
    {
        await using var serve = await StartAsync("serve", "cpp/tcp-epoll", "--plain");
        await ServedAsync(serve);
        Signals.Send(serve.Worker("pingmark-cpp-sockets")!.Pid, Signals.Kill);
        (await serve.EndAsync(5)).Exits(1).Complains("was killed by signal 9");
    }

    [Theory]
    [InlineData("java/tcp-spin", false)]
    [InlineData("cpp/tcp-epoll", true)]
    public async Task A_controller_that_is_killed_or_whose_terminal_closes_takes_its_server_along(
        string stack,
        bool inTerminal
    )
    {
        await using var serve = await (inTerminal ? StartInTerminalAsync(Words()) : StartAsync(Words()));
        await ServedAsync(serve);
        serve.Signal(Signals.Kill);
        await serve.UntilNothingIsLeftAsync(2);

        string[] Words() => ["serve", stack, "--plain"];
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

    [Theory]
    [InlineData(100, "the path of a socket has at most 107 bytes")]
    [InlineData(0, "it is taken; choose another --port or --address")]
    public async Task A_socket_that_can_not_be_is_refused(int longer, string said)
    {
        var folder = Folder[new string('x', 1 + longer)];
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "7"), "");
        (await RunAsync("serve", "cpp/unix", "--plain", "--address", folder, "--port", "7"))
            .Exits(2)
            .Complains("can't listen on", said)
            .Within(5);
    }

    private static async Task<IPEndPoint> ServedAsync(RunningCommand serve)
    {
        await serve.UntilAsync(() => Served().IsMatch(serve.Output));
        return IPEndPoint.Parse(Served().Match(serve.Output).Groups[1].Value);
    }

    /// <summary>Bytes that are no frame of any protocol come back as they are.</summary>
    private static async Task EchoesAsync(IPEndPoint server, string stack)
    {
        var udp = stack.Contains("/udp-", StringComparison.Ordinal);
        using var socket = new Socket(
            server.AddressFamily,
            udp ? SocketType.Dgram : SocketType.Stream,
            udp ? ProtocolType.Udp : ProtocolType.Tcp
        );
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

    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    [GeneratedRegex(@"serves (\S+); Ctrl-C ends it")]
    private static partial Regex Served();
}
