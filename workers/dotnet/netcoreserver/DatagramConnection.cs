using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>A client's datagrams.</summary>
internal sealed class DatagramConnection : Connection
{
    private readonly MessageFlow _flow;

    public DatagramConnection(Client client, Func<ReadOnlySpan<byte>, bool> send)
        : base(session, isStream: false, send) => _flow = Lane.AddMessages();

    protected override Flow Flow => _flow;

    protected override void Fill()
    {
        while (Lane.IsRunning && _flow.Fill())
            SendComposed();
    }

    protected override void Exchange(ReadOnlySpan<byte> bytes)
    {
        _flow.Arrived(bytes);
        if (_flow.HasOutgoing)
            SendComposed();
        _flow.Settle(bytes);
    }

    private void SendComposed()
    {
        Send(_flow.OutgoingSpan);
        _flow.Sent();
    }
}
