using System.Net;
using System.Net.Sockets;
using Pingmark.Host;
using Pingmark.Tests.Workers;
using Xunit;

namespace Pingmark.Tests.Host;

/// <summary>What the kernel says of sockets, here and in a child, beside what is reported of them.</summary>
public sealed class SocketInspectionTests
{
    [Fact]
    public void The_options_of_an_own_socket_are_those_that_were_set()
    {
        using var listener = Listening();
        using var client = Connected(listener);
        client.NoDelay = true;
        client.ReceiveBufferSize = 100_000;
        var seen = Single(client);
        Assert.True(seen.NoDelay);
        Assert.False(seen.Listens);
        Assert.Equal(client.ReceiveBufferSize, seen.ReceiveBufferBytes);
        Assert.Equal(client.SendBufferSize, seen.SendBufferBytes);
        Assert.Equal(File.ReadAllText("/proc/sys/net/ipv4/tcp_congestion_control").Trim(), seen.CongestionControl);
        client.NoDelay = false;
        Assert.False(Single(client).NoDelay);
        Assert.True(Single(listener).Listens);
    }

    /// <summary>A worker opens one for a moment to see how many descriptors are left: Nagle's algorithm is on for it,
    /// and nothing is ever sent.</summary>
    [Fact]
    public void A_socket_that_is_neither_connected_nor_listens_is_no_connection()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        Assert.DoesNotContain(SocketsOf.Process(Environment.ProcessId), s => s.Descriptor == (int)socket.Handle);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        Assert.DoesNotContain(SocketsOf.Process(Environment.ProcessId), s => s.Descriptor == (int)socket.Handle);
    }

    [Fact]
    public void A_datagram_socket_has_buffers_alone()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var seen = Single(socket);
        Assert.Equal((null, null), (seen.NoDelay, seen.CongestionControl));
        Assert.Equal(socket.ReceiveBufferSize, seen.ReceiveBufferBytes);
    }

    /// <summary>A shell never sets an option: Nagle's algorithm is on.</summary>
    [Fact]
    public async Task A_child_that_reports_Nagle_off_while_it_is_on_is_found_out()
    {
        using var listener = Listening();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        await using var child = await Scripts.StartAsync(
            $"exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; read request; cat >/dev/null'"
        );
        using var accepted = await listener.AcceptAsync().WaitAsync(Scripts.Generous);
        var finding = SocketInspection.Check(child.Pid, Reported("no_delay", "true"));
        Assert.Null(finding.Unseen);
        Assert.Equal(1, finding.Sockets);
        Assert.Equal(
            "reports no_delay=true, but Nagle's algorithm is on for 1 of its 1 connections",
            Assert.Single(finding.Contradictions)
        );
        Assert.Empty(SocketInspection.Check(child.Pid, Reported("no_delay", "false")).Contradictions);
    }

    /// <summary>As of a worker behind a script that does not exec it, or that forks.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("setsid ")]
    [Fault(
        "a worker behind a wrapper script that tells its socket options falsely",
        "its cell fails, for the sockets of all that it started are looked at; what is not found is told as unseen",
        1,
        5
    )]
    public async Task Sockets_of_a_process_that_a_worker_has_started_are_its_own(string apart)
    {
        using var listener = Listening();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        await using var child = await Scripts.StartAsync(
            $"{apart}bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; read request; cat >/dev/null'; exit"
        );
        using var accepted = await listener.AcceptAsync().WaitAsync(Scripts.Generous);
        var finding = SocketInspection.Check(child.Pid, Reported("no_delay", "true"));
        Assert.Contains("Nagle's algorithm is on", Assert.Single(finding.Contradictions));
        Assert.Null(finding.Unseen);
    }

    [Theory]
    [InlineData("no_delay", "no socket was seen to hold no_delay against")]
    [InlineData("receive_buffer_bytes", "receive_buffer_bytes")]
    [InlineData("client_threads", null)]
    public async Task What_is_reported_of_sockets_that_nobody_finds_is_told_as_unseen(string option, string? said)
    {
        await using var child = await Scripts.StartAsync("read request; cat >/dev/null");
        var finding = SocketInspection.Check(child.Pid, Reported(option, "true"));
        Assert.Empty(finding.Contradictions);
        if (said is null)
            Assert.Null(finding.Unseen);
        else
            Assert.Contains(said, finding.Unseen);
    }

    [Theory]
    [InlineData("no_delay", "true", null)]
    [InlineData("no_delay", "false", "off for 1 of its 1 connections")]
    [InlineData("congestion_control", "cubic", null)]
    [InlineData("congestion_control", "bbr", "1 of its 2 sockets have cubic")]
    [InlineData("receive_buffer_bytes", "1000", null)]
    [InlineData("receive_buffer_bytes", "900", null)]
    [InlineData("receive_buffer_bytes", "1001", "reports receive_buffer_bytes=1001, but a socket has 1000")]
    [InlineData("send_buffer_bytes", "5000", "but a socket has 2000")]
    [InlineData("client_threads", "3", null)]
    public void What_differs_is_said(string option, string value, string? said)
    {
        SocketInspection.Socket[] sockets =
        [
            new(3, Listens: true, NoDelay: false, 1000, 2000, value == "bbr" ? "bbr" : "cubic"),
            new(4, Listens: false, NoDelay: true, 1000, 2000, "cubic"),
        ];
        var found = SocketInspection.Contradictions(sockets, Reported(option, value));
        if (said is null)
            Assert.Empty(found);
        else
            Assert.EndsWith(said, Assert.Single(found));
    }

    [Fact]
    public void A_process_that_has_ended_has_no_sockets() =>
        Assert.Equal(0, SocketInspection.Check(4_194_304, Reported("no_delay", "true")).Sockets);

    private static SocketInspection.Socket Single(Socket socket) =>
        Assert.Single(SocketsOf.Process(Environment.ProcessId), s => s.Descriptor == (int)socket.Handle);

    private static Dictionary<string, string> Reported(string option, string value) => new() { [option] = value };

    private static Socket Listening()
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        return listener;
    }

    private static Socket Connected(Socket listener)
    {
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndPoint!);
        return client;
    }
}
