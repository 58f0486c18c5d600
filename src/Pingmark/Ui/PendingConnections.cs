using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace Pingmark.Ui;

/// <summary>A browser's connection to this server.</summary>
internal sealed class UiConnection(ConnectionContext connection)
{
    private const int Ipv6HostBytes = 8;

    /// <summary>The other end's network: its address, or the part of an IPv6 address that it can't choose
    /// itself.</summary>
    public IPAddress Network { get; } = NetworkOf((connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None);

    /// <summary>Where the connection waits; null while it is answered.</summary>
    public PendingConnections? Room { get; private set; }

    public void WaitIn(PendingConnections room) => (Room = room).Enter(this);

    public void LeaveRoom()
    {
        Room?.Leave(this);
        Room = null;
    }

    public void Close() => connection.Abort(new("nobody waits for it any longer"));

    internal static IPAddress NetworkOf(IPAddress address)
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

/// <summary>Holds connections that wait until a request is complete, or for the next one. A new one always gets in:
/// where there is no room, the network with the most connections here loses its oldest. So many connections from one
/// place are in nobody's way but their own; and whoever asks without delay is answered even from the same place, as on
/// loopback.</summary>
internal sealed class PendingConnections(int most)
{
    private readonly Lock _lock = new();

    /// <summary>The connections, the oldest first.</summary>
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

    /// <summary>Closes all connections that wait, and lets no others in.</summary>
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
