using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Cases;

/// <summary>ENet keeps a place for everybody who sends it a single datagram: a server has to bound those that never say
/// hello.</summary>
internal static class NewcomerCases
{
    /// <summary>More than ENet has places.</summary>
    private const int Strangers = 4200;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "newcomers.bounded",
                "thousands that connect and never say hello lock nobody out, and are counted as rejected",
                Subject.Pair,
                BoundedAsync,
                peer: Peer.Library,
                transport: "enet"
            ),
        ];

    // Fault(
    //     "thousands of ENet connects without a hello",
    //     "the oldest are turned away and counted; clients come in", -1)
    private static async Task BoundedAsync(Bench bench)
    {
        var server = await bench.ListenAsync();
        var first = await bench.ConnectAsync(server.EndPoint, server.Token);
        foreach (var from in new[] { IPAddress.Loopback, IPAddress.Parse("127.0.0.2") })
        {
            using var stranger = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            stranger.Bind(new IPEndPoint(from, 0));
            for (uint n = 1; n <= Strangers; n++)
            {
                await stranger.SendToAsync(Connect(n), server.EndPoint.Ip);
                // In portions that its buffer holds: each has come in when the server is asked.
                if (n % 200 == 0)
                    await server.UsageAsync();
            }
        }
        var second = await bench.ConnectAsync(
            server.EndPoint,
            server.Token,
            new() { ["connections"] = 8, ["timeout_ns"] = 5_000_000_000 }
        );
        foreach (var client in new[] { first, second })
            Expect.Equal("answers", 200, (await client.RunAsync()).Received);
        Expect.That((await server.UsageAsync()).Rejected > 0, "strangers counted as rejected", "0");
    }

    /// <summary>The datagram with which an ENet client begins, 52 bytes.</summary>
    /// <param name="connection">Each is another one to the server.</param>
    private static byte[] Connect(uint connection)
    {
        const ushort nobodyYetWithTime = 0x8FFF;
        const byte connectAcknowledged = 0x82,
            noChannel = 0xFF;
        const int headerBytes = 4,
            commandBytes = 4;
        uint[] fields = [1400, 65_536, 1, 0, 0, 5000, 2, 2, connection, 0];
        var datagram = new byte[52];
        BinaryPrimitives.WriteUInt16BigEndian(datagram, nobodyYetWithTime);
        datagram[headerBytes] = connectAcknowledged;
        datagram[headerBytes + 1] = noChannel;
        BinaryPrimitives.WriteUInt16BigEndian(datagram.AsSpan(headerBytes + 2), 1);
        const ushort peer = 0,
            anySessions = 0xFFFF;
        var at = headerBytes + commandBytes;
        BinaryPrimitives.WriteUInt16BigEndian(datagram.AsSpan(at), peer);
        BinaryPrimitives.WriteUInt16BigEndian(datagram.AsSpan(at += sizeof(ushort)), anySessions);
        at += sizeof(ushort);
        foreach (var field in fields)
        {
            BinaryPrimitives.WriteUInt32BigEndian(datagram.AsSpan(at), field);
            at += sizeof(uint);
        }
        return datagram;
    }
}
