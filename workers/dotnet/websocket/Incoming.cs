using System.Net.WebSockets;

namespace Pingmark.Worker.WebSockets;

/// <summary>Room for messages, which come in parts.</summary>
/// <param name="largest">A byte more shows a message that is too long; what else it has is dropped.</param>
internal sealed class Incoming(int largest)
{
    private const int FirstBytes = 4 << 10;

    private byte[] _bytes = new byte[Math.Min(largest + 1, FirstBytes)];
    private int _end;

    public ReadOnlyMemory<byte> Message { get; private set; }
    public bool IsTooLong => Message.Length > largest;

    /// <summary>Where the next part goes.</summary>
    public Memory<byte> Room()
    {
        if (_end == _bytes.Length)
            Array.Resize(ref _bytes, Math.Min(largest + 1, 2 * _bytes.Length));
        return _bytes.AsMemory(Math.Min(_end, largest));
    }

    /// <returns>Whether it was the last one of the <see cref="Message"/>.</returns>
    public bool Arrived(ValueWebSocketReceiveResult part)
    {
        _end = Math.Min(_end + part.Count, _bytes.Length);
        if (!part.EndOfMessage)
            return false;
        Message = _bytes.AsMemory(0, _end);
        _end = 0;
        return true;
    }

    /// <summary>In the place of the message, where its echo lies already.</summary>
    public ReadOnlyMemory<byte> Answered(ReadOnlySpan<byte> answer)
    {
        answer.CopyTo(_bytes);
        return _bytes.AsMemory(0, answer.Length);
    }
}
