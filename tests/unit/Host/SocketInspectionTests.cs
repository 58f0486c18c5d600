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

    /// <summary>A shell never sets an option: Nagle's algorithm is on. One that does not exec the worker, or that
    /// forks, has the connection in a process of its own.</summary>
    [Fact]
    [Fault(
        "a worker behind a wrapper script that tells its socket options falsely",
        "its cell fails, for the sockets of all that it started are looked at; what is not found is told as unseen",
        1,
        5
    )]
    public async Task A_worker_that_reports_Nagle_off_while_it_is_on_is_found_out_also_behind_a_script()
    {
        using var listener = Listening();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        foreach (var wrapper in new[] { "exec ", "", "setsid " })
        {
            await using var child = await Scripts.StartAsync(
                $"{wrapper}bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; read request; cat >/dev/null'; exit"
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
    }

    [Fact]
    public async Task What_is_reported_of_sockets_that_nobody_finds_is_told_as_unseen()
    {
        await using var child = await Scripts.StartAsync("read request; cat >/dev/null");
        Assert.Contains("no socket was seen to hold no_delay against", Unseen("no_delay"));
        Assert.Contains("receive_buffer_bytes", Unseen("receive_buffer_bytes"));
        Assert.Null(Unseen("client_threads"));
        // One that has ended has none.
        Assert.Equal(0, SocketInspection.Check(4_194_304, Reported("no_delay", "true")).Sockets);

        string? Unseen(string option)
        {
            var finding = SocketInspection.Check(child.Pid, Reported(option, "true"));
            Assert.Empty(finding.Contradictions);
            return finding.Unseen;
        }
    }

    [Fact]
    public void What_differs_is_said() =>
        Assert.All<(string Option, string Value, string? Said)>(
            [
                ("no_delay", "true", null),
                ("no_delay", "false", "off for 1 of its 1 connections"),
                ("congestion_control", "cubic", null),
                ("congestion_control", "bbr", "1 of its 2 sockets have cubic"),
                ("receive_buffer_bytes", "1000", null),
                ("receive_buffer_bytes", "900", null),
                ("receive_buffer_bytes", "1001", "reports receive_buffer_bytes=1001, but a socket has 1000"),
                ("send_buffer_bytes", "5000", "but a socket has 2000"),
                ("client_threads", "3", null),
            ],
            row =>
            {
                SocketInspection.Socket[] sockets =
                [
                    new(3, Listens: true, NoDelay: false, 1000, 2000, row.Value == "bbr" ? "bbr" : "cubic"),
                    new(4, Listens: false, NoDelay: true, 1000, 2000, "cubic"),
                ];
                var found = SocketInspection.Contradictions(sockets, Reported(row.Option, row.Value));
                if (row.Said is null)
                    Assert.Empty(found);
                else
                    Assert.EndsWith(row.Said, Assert.Single(found));
            }
        );

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
