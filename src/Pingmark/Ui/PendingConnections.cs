using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace Pingmark.Ui;

/// <summary>A connection to this server.</summary>
internal sealed class UiConnection(ConnectionContext connection)
{
    private const int Ipv6HostBytes = 8;

    /// <summary>Of the other end: its address, and of IPv6 the part that is not its own choice.</summary>
    public IPAddress Network { get; } = Of((connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None);

    /// <summary>Null while it is answered.</summary>
    public PendingConnections? Room { get; private set; }

    public void WaitIn(PendingConnections room) => (Room = room).Enter(this);

    public void LeaveRoom()
    {
        Room?.Leave(this);
        Room = null;
    }

    public void Close() => connection.Abort(new("nobody waits for it any longer"));

    internal static IPAddress Of(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4();
        if (address.AddressFamily != AddressFamily.InterNetworkV6)
            return address;
        var bytes = address.GetAddressBytes();
        bytes.AsSpan(^Ipv6HostBytes..).Clear();
        return new(bytes);
    }
}

/// <summary>Connections that wait for a request to become whole, or for the next one. Who comes always gets in: where
/// there is no room, the network with the most connections here loses its oldest. So many of them from one place are in
/// nobody's way but their own; and from the same place, as on loopback, who asks without delay is answered.</summary>
internal sealed class PendingConnections(int most)
{
    private readonly Lock _lock = new();

    /// <summary>The oldest first.</summary>
    private readonly List<UiConnection> _waiting = [];

    private bool _isClosed;

    public void Enter(UiConnection visitor)
    {
        UiConnection? leaves = null;
        lock (_lock)
        {
            if (_isClosed)
                leaves = visitor;
            else
            {
                if (_waiting.Count == most)
                {
                    leaves = _waiting.GroupBy(one => one.Network).MaxBy(network => network.Count())!.First();
                    _waiting.Remove(leaves);
                }
                _waiting.Add(visitor);
            }
        }
        leaves?.Close();
    }

    public void Leave(UiConnection visitor)
    {
        lock (_lock)
            _waiting.Remove(visitor);
    }

    /// <summary>Nobody waits here any longer.</summary>
    public void Close()
    {
        List<UiConnection> all;
        lock (_lock)
        {
            (_isClosed, all) = (true, [.. _waiting]);
            _waiting.Clear();
        }
        all.ForEach(visitor => visitor.Close());
    }
}
