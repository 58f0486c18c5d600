using System.Runtime.InteropServices;

namespace Pingmark.Worker.ENet;

/// <summary>ENetEvent, as the library fills it in.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly unsafe struct Event
{
    private readonly int _kind;
    private readonly Native.Peer* _peer;
    private readonly byte _channel;
    private readonly uint _data;
    private readonly Native.Packet* _packet;

    public EventKind Kind => (EventKind)_kind;
    public Peer Peer => new(_peer);

    /// <summary>What was received, until it is released.</summary>
    public ReadOnlySpan<byte> Message => new(_packet->Data, (int)_packet->Length);

    /// <summary>How it was received.</summary>
    public bool IsReliable => (_packet->Flags & Native.Reliable) != 0;

    /// <summary>By the transmission and the channel that the message came with.</summary>
    public void Answer(Peer peer, ReadOnlySpan<byte> answer) => peer.Send(_channel, answer, IsReliable);

    public void Release() => Native.Destroy(_packet);
}
