using System.Buffers.Binary;
using System.Text;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>What is said where the wire is ours (docs/protocol.md): hellos with the run's token, and messages of
/// some lengths.</summary>
internal static class OurWords
{
    public const int LeastBody = 4,
        MostBody = 65_536,
        LengthBytes = 4,
        AnswerBytes = 4;

    private const int OneWayPart = 4,
        SnapshotsPerSecond = 50,
        SnapshotBytes = 100;

    public static readonly byte[] Hello = [.. "PMK1"u8, .. Convert.FromHexString(DescribedStack.Token)];

    /// <summary>Who wants no echo, but to be told how many have arrived.</summary>
    public static readonly byte[] OneWayHello = [.. Hello, .. BitConverter.GetBytes(OneWayPart)];

    /// <summary>Who is to be sent snapshots unasked.</summary>
    public static readonly byte[] TickHello =
    [
        .. Hello,
        .. BitConverter.GetBytes(SnapshotsPerSecond),
        .. BitConverter.GetBytes(SnapshotBytes),
    ];

    public static IReadOnlyList<byte[]> Bodies { get; } =
    [
        Hello,
        OneWayHello,
        TickHello,
        .. new[] { 4, 5, 28, 60, 500, 1_400 }.Select(Message),
        Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    ];

    public static IReadOnlyList<byte[]> Frames { get; } = [.. Bodies.Select(Framed)];

    public static byte[] Framed(byte[] body) => [.. BitConverter.GetBytes(body.Length), .. body];

    /// <summary>Whether it may be taken for somebody's who has the token, with whatever numbers behind it.</summary>
    public static bool IsHello(ReadOnlySpan<byte> body) => body.StartsWith(Hello);

    /// <summary>The same of a stream, by its first bytes.</summary>
    public static bool BeginsWithHello(ReadOnlySpan<byte> stream) =>
        stream.Length > LengthBytes
        && BinaryPrimitives.ReadUInt32LittleEndian(stream) is var length
        && length >= Hello.Length
        && length <= TickHello.Length
        && IsHello(stream[LengthBytes..]);

    private static byte[] Message(int bytes) => [.. Enumerable.Range(1, bytes).Select(n => (byte)n)];
}
