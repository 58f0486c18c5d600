using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>A client's stream, TCP or TLS.</summary>
internal sealed class StreamConnection : Connection
{
    /// <summary>The library cancels, refuses and closes by the same callback, and hides why.</summary>
    public const string EndReason = "refused, or closed by the peer";

    private readonly StreamFlow _flow;

    public StreamConnection(Client client, Func<ReadOnlySpan<byte>, bool> send)
        : base(session, isStream: true, send) => _flow = Lane.AddStream();

    protected override Flow Flow => _flow;

    protected override void Fill()
    {
        _flow.Fill();
        SendAll();
    }

    protected override void Exchange(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var part = bytes[..Math.Min(bytes.Length, _flow.ReceiveSpan.Length)];
            part.CopyTo(_flow.ReceiveSpan);
            _flow.Arrived(part.Length);
            SendAll();
            _flow.Settle();
            bytes = bytes[part.Length..];
        }
    }

    /// <summary>SendAsync copies, and sends on its own what the kernel does not take at once: nothing waits
    /// here.</summary>
    private void SendAll()
    {
        while (_flow.HasOutgoing)
        {
            var bytes = _flow.OutgoingSpan;
            Send(bytes);
            _flow.Sent(bytes.Length);
        }
    }
}
