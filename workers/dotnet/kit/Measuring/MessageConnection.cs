using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Whole messages, as a library delivers them: a message stays the library's. One at a time is composed and
/// sent.</summary>
public class MessageConnection<TSender> : Connection
    where TSender : ISender
{
    private readonly TSender _sender;
    private readonly int _bodyBytes;
    private readonly int _comparedBytes;

    internal MessageConnection(Lane lane, TSender sender)
        : base(lane, lane.Plan.MessageBytes)
    {
        (_sender, _bodyBytes) = (sender, lane.Plan.MessageBytes);
        _comparedBytes = Exchange.ComparedBytes(_bodyBytes);
    }

    internal override int MostAnswers => 1;
    protected override bool HasRoom => !HasComposed;

    /// <summary>A message has arrived.</summary>
    public void Received(ReadOnlySpan<byte> message) => Received(message, Clock.Now());

    internal void Received(ReadOnlySpan<byte> message, long now)
    {
        Lane.Arrived(now);
        if (message.Length == _bodyBytes || message.Length == Exchange.OtherBytes)
            Exchange.Take(this, message, 0, now);
        else if (!message.SequenceEqual(Token.Answer)) // a hello that had to be repeated is answered as often
            ReceivedOfWrongLength(message, now);
        do Transmit();
        while (Lane.Schedule.GoOn(this, now));
        _sender.Flush();
        Lane.Verify(message, _comparedBytes, Number, now);
    }

    private void ReceivedOfWrongLength(ReadOnlySpan<byte> message, long now)
    {
        if (message.Length >= sizeof(uint))
            UnreadableAnswer(BinaryPrimitives.ReadUInt32LittleEndian(message), now);
        else
            Lane.Corrupt(now);
    }

    protected sealed override void Write(uint sequence) => Lane.Payload.Write(sequence, Append(_bodyBytes));

    /// <summary>What can't be sent now is lost like any datagram; its deadline finds it.</summary>
    protected sealed override void Transmit()
    {
        if (!HasComposed)
            return;
        var error = _sender.Send(Out.GetSpan(), out _);
        if (error != SocketError.Success && !Sockets.IsLostDatagram(error))
            End(Sockets.Reason(error));
        Took(_bodyBytes);
    }

    protected sealed override void Flush() => _sender.Flush();
}
