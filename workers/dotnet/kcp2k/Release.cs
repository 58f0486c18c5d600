using kcp2k;

namespace Pingmark.Worker.Kcp2k;

/// <summary>What differs between releases of kcp2k: to 1.34 a connection has a peer, and a datagram no cookie; later a
/// connection is a peer.</summary>
internal static class Release
{
#if KCP2K_1_34
    /// <summary>Before what KCP makes of it: a channel.</summary>
    public const int DatagramHeader = 1;

    public const byte Hello = (byte)KcpHeader.Handshake;

    public static KcpPeer PeerOf(KcpServerConnection connection) => connection.peer;

    /// <returns>Null when it has disconnected.</returns>
    public static KcpPeer? PeerOf(KcpClient client) => client.peer;
#else
    /// <summary>Before what KCP makes of it: a channel and a cookie.</summary>
    public const int DatagramHeader = KcpPeer.CHANNEL_HEADER_SIZE + KcpPeer.COOKIE_HEADER_SIZE;

    public const byte Hello = (byte)KcpHeaderReliable.Hello;

    public static KcpPeer PeerOf(KcpServerConnection connection) => connection;

    public static KcpPeer? PeerOf(KcpClient client) => client;
#endif
}
