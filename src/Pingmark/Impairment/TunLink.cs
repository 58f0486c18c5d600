using System.Buffers.Binary;
using System.Net;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Sends all packets between client and server, of any transport, through a network device. The server listens
/// on the device's address. Clients connect to another one, which nobody has and which the kernel takes to lie behind
/// the device. What the kernel sends there comes back with both addresses exchanged, which changes no checksum: so it
/// reaches the server, and the server's answers reach the client alike.</summary>
internal sealed class TunLink : Pump
{
    private const int VersionAt = 0,
        FragmentAt = 6,
        SourceAt = 12,
        DestinationAt = 16,
        LeastHeader = 20,
        AddressBytes = 4;
    private const int MostAtOnce = 64;
    private const int FragmentOffset = 0x1FFF;

    private readonly int _device;
    private readonly byte[] _buffer = new byte[65_536];
    private ushort _serverPort;

    public TunLink()
    {
        var (device, local, peer) = TunDevice.Open();
        (_device, ListenAddress, Peer) = (device, $"{local}", peer);
        Watch(_device);
        Begin();
    }

    public override string ListenAddress { get; }

    /// <summary>The address behind the device, which no machine has.</summary>
    private IPAddress Peer { get; }

    public override ServerAddress Behind(ServerAddress server) =>
        Ask(() =>
        {
            _serverPort = (ushort)server.Port;
            return server with { Host = $"{Peer}" };
        });

    protected override void Receive(int index, long nowNs)
    {
        for (var i = 0; i < MostAtOnce; i++)
        {
            var length = Libc.Read(_device, _buffer);
            if (length <= 0)
                return;
            // The kernel looks for neighbours by IPv6 on any device.
            if (length < LeastHeader || _buffer[VersionAt] >> 4 != 4)
                continue;
            var packet = _buffer.AsSpan(0, length);
            Exchange(packet);
            var (from, to) = Ports(packet);
            if (to == _serverPort)
                Up.Offer(nowNs, from, packet);
            else
                Down.Offer(nowNs, to, packet);
        }
    }

    protected override void Send(bool isUp, int flow, ReadOnlySpan<byte> packet) => Libc.Write(_device, packet);

    protected override void Forget() { }

    protected override void Close() => Libc.Close(_device);

    private static void Exchange(Span<byte> packet)
    {
        Span<byte> source = stackalloc byte[AddressBytes];
        packet.Slice(SourceAt, AddressBytes).CopyTo(source);
        packet.Slice(DestinationAt, AddressBytes).CopyTo(packet[SourceAt..]);
        source.CopyTo(packet[DestinationAt..]);
    }

    /// <summary>Reads the ports, which TCP and UDP have at the same place; 0 where there are none, as in a later
    /// fragment.</summary>
    private static (ushort From, ushort To) Ports(ReadOnlySpan<byte> packet)
    {
        var header = (packet[VersionAt] & 0xF) * 4;
        var isFirst = (BinaryPrimitives.ReadUInt16BigEndian(packet[FragmentAt..]) & FragmentOffset) == 0;
        return isFirst && packet.Length >= header + 4
            ? (
                BinaryPrimitives.ReadUInt16BigEndian(packet[header..]),
                BinaryPrimitives.ReadUInt16BigEndian(packet[(header + 2)..])
            )
            : ((ushort)0, (ushort)0);
    }
}
