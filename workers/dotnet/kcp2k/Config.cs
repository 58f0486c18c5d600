using System.Net.Sockets;
using System.Runtime.CompilerServices;
using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>The settings of both roles: those of Mirror, kcp2k's own users, but for the timeout.</summary>
internal static class Config
{
    /// <summary>A peer that gets no core for a while is not dead.</summary>
    private const int TimeoutMs = 60_000;
    private const uint IntervalMs = 10,
        WindowSegments = 4096;
    private const int FastResend = 2;

    public static KcpConfig Make(AddressFamily family, int bufferBytes, SocketOptions options) =>
        new(
            DualMode: family == AddressFamily.InterNetworkV6,
            RecvBufferSize: options.ReceiveBufferBytes ?? bufferBytes,
            SendBufferSize: options.SendBufferBytes ?? bufferBytes,
            NoDelay: true,
            Interval: IntervalMs,
            FastResend: FastResend,
            CongestionWindow: false,
            SendWindowSize: WindowSegments,
            ReceiveWindowSize: WindowSegments,
            Timeout: TimeoutMs
        );

    public static KcpChannel ChannelOf(bool isReliable) => isReliable ? KcpChannel.Reliable : KcpChannel.Unreliable;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "kcp")]
    private static extern ref Kcp KcpOf(KcpPeer peer);

    /// <summary>Sends what waits, acknowledgements too. By itself kcp2k does so every 10 ms, its shortest interval, and
    /// lets nobody else reach KCP's own flush.</summary>
    /// <param name="peer">Null: it has disconnected.</param>
    public static void Flush(KcpPeer? peer)
    {
        if (peer is null)
            return;
        peer.TickOutgoing();
        KcpOf(peer).Flush();
    }
}
