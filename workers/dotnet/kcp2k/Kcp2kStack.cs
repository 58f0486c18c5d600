using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>Both roles wait on the network and flush what they send, instead of ticking at a fixed pace: 1 to 10 ms a
/// message would be the tick's, not kcp2k's.</summary>
internal sealed class Kcp2kStack : IStack
{
    /// <summary>What tells a message from a ping.</summary>
    private const int MessageHeader = 1;

    /// <summary>kcp2k ends a connection with 10,000 segments waiting, those of both directions together.</summary>
    private const int MostSegments = 4_000;

    public StackDescription Description { get; } =
        new(
            "dotnet/kcp2k",
            "kcp2k: KCP over UDP, ticked when something arrives, flushed after each send",
            IsStream: false,
            Spins: false,
            "server: one thread; client: client_threads, which share the connections (a KcpClient and a socket each)",
            StackDescription.MemoryBound
        )
        {
            Transport = Transport.Of("kcp"),
            IsReliable = true,
            IsUnreliable = true,
            SendsUnasked = true,
            TakesSnapshots = true,
            MaxMessageBytes = KcpPeer.UnreliableMaxMessageSize(Kcp.MTU_DEF),
            // It is sent in fragments, up to 290 KB of them; the kit's payload ends here.
            MaxReliableMessageBytes = Constants.MaxBodyBytes,
            Options = [StackOption.TickRate, StackOption.ClientThreads],
        };

    public Listening Listen(ListenPlan plan, Server server) => new Serving(plan, server).Start();

    public EffectiveOptions Connect(Client client)
    {
        var plan = client.Plan;
        var segmentBytes = Kcp.MTU_DEF - Release.DatagramHeader - Kcp.OVERHEAD;
        var segments = (plan.MessageBytes + MessageHeader + segmentBytes - 1) / segmentBytes;
        if (plan.IsReliable && plan.InFlight * segments > MostSegments)
            throw new UnsupportedException(
                $"in_flight {plan.InFlight}: dotnet/kcp2k takes reliable messages of {plan.MessageBytes} bytes "
                    + $"up to {MostSegments / segments} in flight"
            );
        return PolledLane.Connect(client, lane => new Connection(client, lane));
    }
}
