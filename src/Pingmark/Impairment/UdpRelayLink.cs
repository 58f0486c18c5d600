using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Takes datagrams of any number of clients, and passes them on to the server from a socket for each
/// client.</summary>
internal sealed class UdpRelayLink : Pump
{
    private const int MostAtOnce = 64;
    private const int HeaderIpv4 = 28,
        HeaderIpv6 = 48;

    /// <summary>The number of descriptors that are watched before the clients': the wake-up descriptor, and the socket
    /// that clients send to.</summary>
    private const int First = 2;

    private sealed record Client(Socket Server, int Fd, byte[] Address);

    private readonly List<Client> _clients = [];
    private readonly Dictionary<PeerKey, int> _known = [];
    private readonly byte[] _buffer = new byte[65_536];
    private readonly byte[] _from = new byte[Libc.AddressBytes];
    private Socket? _front;
    private IPEndPoint? _server;
    private int _header;

    public UdpRelayLink() => Begin();

    public override string? ListenAddress => null;

    public override ServerAddress Behind(ServerAddress server) =>
        Ask(() =>
        {
            _server = server.Ip;
            _header = _server.AddressFamily == AddressFamily.InterNetwork ? HeaderIpv4 : HeaderIpv6;
            _front = Sockets.NewUdp(_server.AddressFamily);
            _front.Bind(new IPEndPoint(Sockets.FrontFor(_server.Address), 0));
            Watch((int)_front.Handle);
            var here = (IPEndPoint)_front.LocalEndPoint!;
            return server with { Host = $"{here.Address}", Port = here.Port };
        });

    protected override void Receive(int index, long nowNs)
    {
        if (index < First)
            FromClients(nowNs);
        else
            FromServer(index - First, nowNs);
    }

    protected override void Send(bool isUp, int flow, ReadOnlySpan<byte> packet)
    {
        if (flow >= _clients.Count)
            return;
        if (isUp)
            Libc.Send(_clients[flow].Fd, packet);
        else
            Libc.SendTo((int)_front!.Handle, packet, _clients[flow].Address);
    }

    protected override void Forget()
    {
        UnwatchFrom(First);
        _clients.ForEach(client => client.Server.Dispose());
        _clients.Clear();
        _known.Clear();
    }

    protected override void Close()
    {
        Forget();
        _front?.Dispose();
    }

    private void FromClients(long nowNs)
    {
        for (var i = 0; i < MostAtOnce; i++)
        {
            _from.AsSpan().Clear();
            var addressLength = _from.Length;
            var length = Libc.ReceiveFrom((int)_front!.Handle, _buffer, _from, ref addressLength);
            if (length < 0)
                return;
            Up.Offer(nowNs, FlowOf(addressLength), _buffer.AsSpan(0, length), _header);
        }
    }

    private void FromServer(int flow, long nowNs)
    {
        for (var i = 0; i < MostAtOnce; i++)
        {
            var length = Libc.Receive(_clients[flow].Fd, _buffer);
            if (length < 0)
                return;
            Down.Offer(nowNs, flow, _buffer.AsSpan(0, length), _header);
        }
    }

    private int FlowOf(int addressLength)
    {
        ref var flow = ref CollectionsMarshal.GetValueRefOrAddDefault(_known, PeerKey.Read(_from), out var isKnown);
        if (isKnown)
            return flow;
        flow = _clients.Count;
        var socket = Sockets.NewUdp(_server!.AddressFamily);
        socket.Connect(_server);
        _clients.Add(new(socket, (int)socket.Handle, _from[..addressLength]));
        Watch((int)socket.Handle);
        return flow;
    }
}

/// <summary>A socket address of any family, as the kernel writes it, as the key of a table.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal readonly record struct PeerKey(ulong A, ulong B, ulong C, uint D)
{
    /// <param name="address">The address in <see cref="Libc.AddressBytes"/> bytes, with zeros behind a shorter
    /// one.</param>
    public static PeerKey Read(ReadOnlySpan<byte> address) => MemoryMarshal.Read<PeerKey>(address);
}
