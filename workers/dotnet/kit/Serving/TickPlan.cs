using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>How often a connection is sent a snapshot, and of how many bytes: two numbers at the end of its
/// hello.</summary>
/// <param name="SnapshotBytes">The whole message.</param>
internal sealed record TickPlan(int RateHz, int SnapshotBytes)
{
    /// <summary>The number of the tick, and its time by the server's clock; a payload follows.</summary>
    public const int HeadBytes = sizeof(uint) + sizeof(long);
    private const int MaxSnapshotBytes = sizeof(int) + Constants.MaxBodyBytes;

    /// <param name="isStream">With a length before the body.</param>
    public int BodyBytes(bool isStream) => isStream ? SnapshotBytes - sizeof(int) : SnapshotBytes;

    /// <summary>In which the next one has come, even if one is lost.</summary>
    public long PatienceNs => Math.Min(Constants.SnapshotLeaseNs, 2 * Clock.Second / RateHz);

    /// <summary>Null when it is no such hello.</summary>
    public static TickPlan? OfHello(Token token, ReadOnlySpan<byte> body)
    {
        if (body.Length != Token.TickHelloBytes || !token.IsHello(body[..Token.HelloBytes]))
            return null;
        var rate = BinaryPrimitives.ReadInt32LittleEndian(body[Token.HelloBytes..]);
        var bytes = BinaryPrimitives.ReadInt32LittleEndian(body[(Token.HelloBytes + sizeof(int))..]);
        return
            rate is > 0 and <= Constants.MaxSnapshotRateHz
            && bytes is >= Constants.MinSnapshotBytes and <= MaxSnapshotBytes
            ? new(rate, bytes)
            : null;
    }

    /// <summary>Null when nothing is to come unasked.</summary>
    public static TickPlan? Read(Request request) =>
        request.Has("snapshot_rate_hz") || request.Has("snapshot_bytes")
            ? new(
                (int)request.Within("snapshot_rate_hz", 1, Constants.MaxSnapshotRateHz),
                (int)request.Within("snapshot_bytes", Constants.MinSnapshotBytes, MaxSnapshotBytes)
            )
            : null;
}
