using System.Net;
using System.Net.Sockets;
using static Pingmark.Hostile.Tests.Probing.Wrongs;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What servers of datagrams do wrong.</summary>
internal static class DatagramWrongs
{
    private const int LargestDatagram = 65_507;

    public static IReadOnlyList<Misbehaviour> All { get; } = [.. Wrong.Select(it => it with { Framing = null })];

    private static IEnumerable<Misbehaviour> Wrong =>
        [
            new("never answers", NeverAnswers, 1, Silent, Hint),
            new("answers no more", socket => EchoUpTo(socket, EchoedBefore, NeverAnswers), 1, Silent, Hint),
            new("is gone, as ICMP tells", socket => EchoUpTo(socket, EchoedBefore, gone => gone.Close()), 1, "refused"),
            new("answers from another port", EchoFromElsewhere(isAnsweredToo: false), 1, Silent, Hint),
            new("answers from another port, too", EchoFromElsewhere(isAnsweredToo: true), 0)
            {
                Counts = NoneIs("corrupt", "duplicated"),
            },
            new("answers twice", Echo((_, m) => [m, m]), 0) { Counts = EachIsDuplicated },
            new("answers each two in the other order", EchoOfTwo, 0)
            {
                Asks = ["--in-flight", "2"],
                Counts = cell => Assert.InRange(cell.Number("reordered"), 1, cell.Number("received")),
            },
            new("answers every second one", Echo((n, m) => n % 2 == 0 ? [] : [m]), 0, "lost")
            {
                Asks = LosesSoon,
                Counts = cell =>
                    Assert.InRange(cell.Number("lost"), cell.Number("sent") / 3, cell.Number("sent") * 2 / 3),
            },
            new("answers with the largest datagrams", Echo((_, m) => [Long(m)]), 1, "differ")
            {
                Counts = EachIsCorruptToo,
            },
            new("answers with empty datagrams", EchoOfNothing, 1, Silent, Hint),
            new("changes an answer's last byte", Echo((n, m) => [IsWrong(n) ? Turned(m, -1) : m]), 1, "differ")
            {
                Counts = OneInThreeIsCorrupt,
            },
            new("changes an answer's sequence to an earlier one", EchoWithSequence(s => s - 1), 1, "differ")
            {
                Asks = LosesSoon,
                Counts = OneInThreeIsCorruptAndLost,
            },
            new("changes an answer's sequence to one not sent", EchoWithSequence(s => s + Ahead), 1, "differ")
            {
                Asks = LosesSoon,
                Counts = OneInThreeIsCorruptAndLost,
            },
            new("cuts an answer", Echo((n, m) => [IsWrong(n) ? m[..20] : m]), 1, "differ")
            {
                Counts = OneInThreeIsCorrupt,
            },
            new("lengthens an answer", Echo((n, m) => [IsWrong(n) ? [.. m, 0] : m]), 1, "differ")
            {
                Counts = OneInThreeIsCorrupt,
            },
            new(
                "sends answers to nothing beside each",
                Echo((_, m) => [m, WithSequence(m, 0, s => s + Ahead)]),
                1,
                "differ"
            )
            {
                Counts = EachIsCorruptToo,
            },
            new("sends answers to nothing without end", Flood, 1, Silent, ToNothing),
        ];

    private static byte[] Long(byte[] message) => [.. message, .. new byte[LargestDatagram - message.Length]];

    private static (byte[] Message, EndPoint Sender) Receive(Socket socket)
    {
        var buffer = new byte[1 << 16];
        EndPoint sender = new IPEndPoint(IPAddress.Any, 0);
        var bytes = socket.ReceiveFrom(buffer, ref sender);
        return (buffer[..bytes], sender);
    }

    private static Action<Socket> Echo(Func<long, byte[], byte[][]> answers) =>
        socket =>
        {
            for (var number = 1L; ; number++)
            {
                var (message, sender) = Receive(socket);
                foreach (var answer in answers(number, message))
                    socket.SendTo(answer, sender);
            }
        };

    private static Action<Socket> EchoWithSequence(Func<uint, uint> change) =>
        Echo((n, m) => [IsWrong(n) ? WithSequence(m, 0, change) : m]);

    private static void EchoUpTo(Socket socket, int echoed, Action<Socket> then)
    {
        for (var number = 0; number < echoed; number++)
        {
            var (message, sender) = Receive(socket);
            socket.SendTo(message, sender);
        }
        then(socket);
    }

    private static Action<Socket> EchoFromElsewhere(bool isAnsweredToo) =>
        socket =>
        {
            using var other = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            other.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            while (true)
            {
                var (message, sender) = Receive(socket);
                other.SendTo(message, sender);
                if (isAnsweredToo)
                    socket.SendTo(message, sender);
            }
        };

    private static void EchoOfNothing(Socket socket)
    {
        while (true)
            socket.SendTo([], Receive(socket).Sender);
    }

    private static void EchoOfTwo(Socket socket)
    {
        while (true)
        {
            var (first, _) = Receive(socket);
            var (second, sender) = Receive(socket);
            socket.SendTo(second, sender);
            socket.SendTo(first, sender);
        }
    }

    private static void Flood(Socket socket)
    {
        var (message, sender) = Receive(socket);
        var never = WithSequence(message, 0, _ => int.MaxValue);
        while (true)
            socket.SendTo(never, sender);
    }
}
