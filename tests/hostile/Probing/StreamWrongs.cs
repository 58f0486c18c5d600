using System.Net.Sockets;
using static Pingmark.Hostile.Tests.Probing.Wrongs;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What servers of a stream do wrong.</summary>
internal static class StreamWrongs
{
    private const string Closed = "closed by the peer";
    private const string Impossible = "impossible length";

    public static readonly IReadOnlyList<Misbehaviour> All =
    [
        new("resets when it accepts", Reset, 1, "reset"),
        new("resets after some messages", socket => Then(socket, EchoedBefore, _ => Reset(socket)), 1, "reset", Hint),
        new("resets inside a message", socket => Then(socket, EchoedBefore, Half(socket, Reset)), 1, "reset", Hint),
        new("closes when it accepts", _ => { }, 1, "connections ended: ", Hint),
        new("closes after some messages", socket => Then(socket, EchoedBefore, _ => { }), 1, Closed, Hint),
        new("closes its half inside a message", socket => Then(socket, EchoedBefore, Half(socket, Finish)), 1, Closed),
        new("never accepts", _ => { }, 1, "timed out with 0 of 1 connections up") { Backlog = 0 },
        new("accepts and nothing else", NeverReads, 1, Silent, Hint),
        new("reads and never answers", NeverAnswers, 1, Silent, Hint),
        new("reads and never answers, at a rate", NeverAnswers, 1, Silent, Hint) { Asks = ["--rate", "1k/s"] },
        new("answers no more", socket => Then(socket, EchoedBefore, _ => NeverAnswers(socket)), 1, Silent, Hint),
        new("never reads what it is sent ahead", NeverReads, 1, "answer", Hint)
        {
            Asks = ["--message-bytes", "64KiB", "--in-flight", "64"],
        },
        new("answers later than it is measured for", Slow, 1, "choose a longer duration"),
        new("sends one byte at a time", EchoByteByByte, 0) { Counts = NoneIs("corrupt", "lost") },
        new("dribbles bytes that make no message", Dribble, 1, Silent),
        new("answers twice", Echo((_, m) => [m, m]), 1, "came twice") { Counts = EachIsDuplicated },
        new("answers each two in the other order", EchoOfTwo, 0)
        {
            Asks = ["--in-flight", "2"],
            Counts = cell => Assert.InRange(cell.Number("reordered"), 1, cell.Number("received") / 2 + 1),
        },
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
        new("cuts an answer", Echo((n, m) => [IsWrong(n) ? OfLength(m, 24) : m]), 1, "differ")
        {
            Counts = OneInThreeIsCorrupt,
        },
        new("lengthens an answer", Echo((n, m) => [IsWrong(n) ? OfLength(m, 44) : m]), 1, "differ")
        {
            Counts = OneInThreeIsCorrupt,
        },
        new("says length 0", EchoWithLength(0), 1, Impossible, Hint),
        new("says length 2^32-1", EchoWithLength(uint.MaxValue), 1, Impossible, Hint),
        new("says more than it sends", EchoWithLength(65_536), 1, Silent, Hint),
        new(
            "sends answers to nothing beside each",
            Echo((_, m) => [m, WithSequence(m, 4, s => s + Ahead)]),
            1,
            "differ"
        )
        {
            Counts = EachIsCorruptToo,
        },
        new("sends answers to nothing without end", Flood(OfLength([], MessageBytes)), 1, Silent, ToNothing),
        new("greets as a mail server", Greet("220 mail ESMTP\r\n"), 1, Impossible, Hint),
        new("answers as a web server", Answer("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray()), 1, Impossible, Hint),
        new("answers with a TLS alert", Answer([0x15, 3, 3, 0, 2, 2, 0x46]), 1, Closed, Hint) { Framing = "none" },
        new("sends without end", Flood(new byte[1 << 16]), 1, Silent, ToNothing) { Framing = "none" },
        new("changes an answer's last byte", Echo((n, m) => [IsWrong(n) ? Turned(m, -1) : m]), 1, "differ")
        {
            Framing = "none",
            Counts = OneInThreeIsCorrupt,
        },
        new("answers twice two parts of a message", Echo((_, m) => [m, m]), 1, "came twice")
        {
            Asks = ["--test", "write-write-read"],
            Counts = EachIsDuplicated,
        },
        new("answers nothing of a batch", NeverAnswers, 1, Silent) { Asks = ["--test", "batch", "--batch", "4"] },
        new("answers no more of a preflood", socket => Then(socket, EchoedBefore, _ => NeverAnswers(socket)), 1, Silent)
        {
            Asks = ["--test", "preflood", "--preflood", "4"],
        },
    ];

    private static void Reset(Socket socket)
    {
        socket.LingerState = new(true, 0);
        socket.Close();
    }

    /// <summary>The other half goes on being read.</summary>
    private static void Finish(Socket socket)
    {
        socket.Shutdown(SocketShutdown.Send);
        NeverAnswers(socket);
    }

    private static byte[] Receive(Socket socket, int bytes = MessageBytes)
    {
        var message = new byte[bytes];
        for (var got = 0; got < bytes; )
            got += socket.Receive(message.AsSpan(got)) is > 0 and var more
                ? more
                : throw new SocketException((int)SocketError.ConnectionReset);
        return message;
    }

    private static Action<Socket> Echo(Func<long, byte[], byte[][]> answers) =>
        socket =>
        {
            for (var number = 1L; ; number++)
                socket.Send(answers(number, Receive(socket)).SelectMany(answer => answer).ToArray());
        };

    private static Action<Socket> EchoWithSequence(Func<uint, uint> change) =>
        Echo((n, m) => [IsWrong(n) ? WithSequence(m, 4, change) : m]);

    private static Action<Socket> EchoWithLength(uint length) => Echo((_, m) => [WithLength(m, length)]);

    /// <summary>So many are echoed, and the next one is something else's.</summary>
    private static void Then(Socket socket, int echoed, Action<byte[]> next)
    {
        for (var number = 0; number < echoed; number++)
            socket.Send(Receive(socket));
        next(Receive(socket));
    }

    private static Action<byte[]> Half(Socket socket, Action<Socket> end) =>
        message =>
        {
            socket.Send(message.AsSpan(0, message.Length / 2));
            end(socket);
        };

    private static void EchoByteByByte(Socket socket)
    {
        while (true)
            foreach (var one in Receive(socket))
                socket.Send([one]);
    }

    private static void EchoOfTwo(Socket socket)
    {
        while (true)
        {
            var first = Receive(socket);
            socket.Send([.. Receive(socket), .. first]);
        }
    }

    /// <summary>The wait is what this server is about.</summary>
    private static void Slow(Socket socket)
    {
        while (true)
        {
            var message = Receive(socket);
            Thread.Sleep(TimeSpan.FromMilliseconds(600));
            socket.Send(message);
        }
    }

    /// <summary>A frame of 64 KiB, a byte each 10 ms: the wait is what this server is about.</summary>
    private static void Dribble(Socket socket)
    {
        socket.Send([0, 0, 1, 0]);
        while (true)
        {
            socket.Send([0]);
            Thread.Sleep(TimeSpan.FromMilliseconds(10));
        }
    }

    private static Action<Socket> Flood(byte[] bytes) =>
        socket =>
        {
            while (true)
                socket.Send(bytes);
        };

    private static Action<Socket> Answer(byte[] bytes) =>
        socket =>
        {
            Receive(socket);
            socket.Send(bytes);
        };

    private static Action<Socket> Greet(string text) =>
        socket =>
        {
            socket.Send(System.Text.Encoding.ASCII.GetBytes(text));
            NeverAnswers(socket);
        };
}
