using System.Text;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>What clients say (docs/protocol.md): hellos with the run's token, and messages of some lengths.</summary>
internal static class OurWords
{
    public const int LeastBody = 4,
        MostBody = 65_536,
        LengthBytes = 4;

    public static readonly byte[] Hello = [.. "PMK1"u8, .. Convert.FromHexString(DescribedStack.Token)],
        Welcome = [.. "PMOK"u8];

    /// <summary>Who wants no echo, but to be told how many have arrived.</summary>
    public static readonly byte[] OneWayHello = [.. Hello, .. BitConverter.GetBytes(4)];

    /// <summary>Who is to be sent 50 snapshots of 100 bytes a second unasked.</summary>
    public static readonly byte[] TickHello = [.. Hello, .. Numbers(50, 100)];

    public static IReadOnlyList<byte[]> Bodies { get; } =
    [
        Hello,
        OneWayHello,
        TickHello,
        .. new[] { 4, 5, 28, 60, 500, 1_400 }.Select(bytes =>
            Enumerable.Range(1, bytes).Select(n => (byte)n).ToArray()
        ),
        Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    ];

    public static byte[] Framed(ReadOnlySpan<byte> body) => [.. BitConverter.GetBytes(body.Length), .. body];

    /// <summary>Whether it may be taken for somebody's who has the token, with whatever numbers behind it.</summary>
    public static bool IsHello(ReadOnlySpan<byte> body) => body.StartsWith(Hello);

    private static byte[] Numbers(params int[] numbers) => [.. numbers.SelectMany(BitConverter.GetBytes)];
}
