using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>The hello of a connection that a library opens: the stack sends <see cref="Hello"/> when it is connected,
/// and hands over what arrives until <see cref="IsAnswered"/>.</summary>
public sealed class Greeting
{
    private readonly Handshakes _handshakes;
    private readonly long _start = Clock.Now();
    private readonly byte[] _expected;
    private int _have;
    private volatile bool _answered;

    /// <param name="hello">Its body; null: nothing is to be said.</param>
    internal Greeting(Handshakes handshakes, byte[]? hello, bool isStream)
    {
        _handshakes = handshakes;
        Hello =
            hello is null ? []
            : isStream ? Framed(hello)
            : hello;
        _expected = isStream ? Framed(Token.Answer) : Token.Answer.ToArray();
    }

    /// <summary>What to send, reliably where the library can; empty when nothing is to be said.</summary>
    public byte[] Hello { get; }

    public bool IsAnswered => _answered;

    /// <summary>The library is connected.</summary>
    public void Connected()
    {
        if (Hello.Length == 0)
            Answered();
    }

    /// <param name="bytes">A message, or what a stream brought.</param>
    /// <returns>How many of them belonged to the answer.</returns>
    public int Arrived(ReadOnlySpan<byte> bytes)
    {
        var part = bytes[..Math.Min(bytes.Length, _expected.Length - _have)];
        if (!part.SequenceEqual(_expected.AsSpan(_have, part.Length)))
            _handshakes.Fail("the hello was answered with something else");
        _have += part.Length;
        if (_have == _expected.Length)
            Answered();
        return part.Length;
    }

    private void Answered()
    {
        _answered = true;
        _handshakes.Up(Clock.Now() - _start);
    }

    private static byte[] Framed(ReadOnlySpan<byte> body)
    {
        var frame = new byte[sizeof(int) + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(frame, body.Length);
        body.CopyTo(frame.AsSpan(sizeof(int)));
        return frame;
    }
}
