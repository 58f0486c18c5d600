using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>What a server keeps of a connection whose messages go one way: they are counted, and the last one of a part
/// of the window is acknowledged.</summary>
internal sealed class OneWay
{
    /// <summary>The sequence number of the message that asked for it, and how many have arrived up to it.</summary>
    public const int AcknowledgementBytes = sizeof(uint) + sizeof(long);

    private long _arrived;

    private OneWay(uint part) => Part = part;

    /// <summary>So many messages are a part.</summary>
    public uint Part { get; }

    /// <summary>Of a hello that ends with how many messages are a part; null when it is no such hello.</summary>
    public static OneWay? OfHello(Token token, ReadOnlySpan<byte> body)
    {
        if (body.Length != Token.OneWayHelloBytes || !token.IsHello(body[..Token.HelloBytes]))
            return null;
        var part = BinaryPrimitives.ReadUInt32LittleEndian(body[Token.HelloBytes..]);
        return part <= Constants.MaxInFlight && uint.IsPow2(part) ? new OneWay(part) : null;
    }

    /// <summary>Counts a message.</summary>
    /// <returns>Whether it asks for an acknowledgement.</returns>
    public bool Arrived(uint sequence)
    {
        _arrived++;
        return ((sequence + 1) & (Part - 1)) == 0;
    }

    /// <summary>Of the message that has just arrived.</summary>
    public void Acknowledge(uint sequence, Span<byte> body)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(body, sequence);
        BinaryPrimitives.WriteInt64LittleEndian(body[sizeof(uint)..], _arrived);
    }
}
