using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A link whose two ends share memory: what has arrived can be used where it lies, and what is sent can be
/// composed where the other end finds it. Both happen in one piece, or else by Receive and Send, which copy. A struct,
/// like <see cref="ISender"/>.</summary>
public interface IInPlace : ILink
{
    /// <summary>Polls it.</summary>
    /// <returns>Whether a Receive would bring nothing. False every now and then all the same: it also tells when the
    /// other end has gone.</returns>
    bool IsQuiet();

    /// <summary>What has arrived and lies in one piece. Nothing of it is received yet. What can't be is left to
    /// Receive.</summary>
    ReadOnlySpan<byte> Arrived { get; }

    /// <summary>Receives so many bytes of it.</summary>
    void Take(int bytes);

    /// <summary>Where what is sent next will lie, as far as there is room in one piece: for at least so many bytes, or
    /// none.</summary>
    Span<byte> Place(int least);

    /// <summary>Sends so many bytes, which have been written there.</summary>
    void Sent(int bytes);
}
