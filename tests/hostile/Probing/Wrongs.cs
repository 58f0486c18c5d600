using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What a third party's server does wrong, and what `probe` makes of it.</summary>
/// <param name="Serve">Streams: one connection, which is closed when this returns. Datagrams: the server's
/// socket.</param>
/// <param name="ExitCode">Of the command.</param>
/// <param name="Says">Each of these is on standard error, or in the result.</param>
internal sealed record Wrong(string Name, Action<Socket> Serve, int ExitCode, params string[] Says)
{
    /// <summary>As `probe` takes it; null: datagrams.</summary>
    public string? Framing { get; init; } = "length-le";

    /// <summary>Connections that wait to be accepted; 0: none is.</summary>
    public int Backlog { get; init; } = 16;

    /// <summary>More of the command line.</summary>
    public string[] Asks { get; init; } = ["--duration", "300ms"];

    /// <summary>What has to be true of the cell, where there is one.</summary>
    public Action<JsonElement> Counts { get; init; } = _ => { };

    public string Row => $"{(Framing is null ? "udp" : $"tcp, {Framing}")}: {Name}";

    public SocketServer Start() =>
        Framing is null
            ? new(IPAddress.Loopback, isStream: false, Serve)
            : new(IPAddress.Loopback, isStream: true, Serve, Backlog, receiveBytes: 4_096);

    public string[] Words(IPEndPoint server) =>
        Framing is null
            ? ["probe", $"udp://{server}", "--json", .. Asks]
            : ["probe", $"tcp://{server}", "--framing", Framing, "--json", .. Asks];
}

/// <summary>Servers that do one thing wrong each: of streams, and of datagrams.</summary>
internal static class Wrongs
{
    private const int MessageBytes = 32,
        EchoedBefore = 8,
        OneIn = 3,
        LargestDatagram = 65_507;

    private const string Hint = "is it an echo server, and is --framing right?",
        Silent = "does not answer (any more)",
        Impossible = "impossible length";

    /// <summary>A message whose answer is lost holds its connection for so long.</summary>
    private static readonly string[] LosesSoon = ["--lost-after", "400ms", "--duration", "1500ms"];

    public static IReadOnlyList<Wrong> All { get; } =
    [
        new(
            "resets inside a message",
            socket => Then(socket, Half(socket, Reset)),
            1,
            "reset",
            "after 8 answers in all"
        ),
        new("closes when it accepts", _ => { }, 1, "connections ended: ", Hint),
        new("never accepts", _ => { }, 1, "timed out with 0 of 1 connections up") { Backlog = 0 },
        new("accepts and nothing else", NeverReads, 1, Silent, Hint) { Asks = LosesSoon },
        new("answers no more", socket => Then(socket, _ => NeverAnswers(socket)), 1, Silent, Hint) { Asks = LosesSoon },
        new("answers later than it is measured for", Slow, 0, "p50 needs 20"),
        new("sends one byte at a time", EchoByteByByte, 0) { Counts = NoneIs("corrupt", "lost") },
        new("answers twice", Echo((_, m) => [m, m]), 1, "came twice") { Counts = EachIsDuplicated },
        new("changes an answer's last byte", Echo((n, m) => [IsWrong(n) ? Turned(m) : m]), 1, "differ")
        {
            Counts = OneInThreeIsCorrupt,
        },
        new("changes an answer's sequence", Echo((n, m) => [IsWrong(n) ? WithNumber(m, 4, 999) : m]), 1, "differ")
        {
            Asks = LosesSoon,
            Counts = OneInThreeIsCorrupt,
        },
        new("says length 0", Echo((_, m) => [WithNumber(m, 0, 0)]), 1, Impossible, Hint),
        new("says length 2^32-1", Echo((_, m) => [WithNumber(m, 0, uint.MaxValue)]), 1, Impossible, Hint),
        new("says more than it sends", Echo((_, m) => [WithNumber(m, 0, 65_536)]), 1, Silent, Hint)
        {
            Asks = LosesSoon,
        },
        new("answers as a web server", Echo((_, _) => ["HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray()]), 1, Impossible),
        new("sends answers to nothing without end", Flood, 1, Silent, "answer nothing") { Asks = LosesSoon },
        .. new Wrong[]
        {
            new("never answers", NeverAnswers, 1, Silent, "may answer from another one") { Asks = LosesSoon },
            new("is gone, as ICMP tells", socket => EchoUpTo(socket, gone => gone.Close()), 1, "refused"),
            new("answers twice", EchoDatagrams((_, m) => [m, m]), 0) { Counts = EachIsDuplicated },
            new("answers each two in the other order", EchoOfTwo, 0)
            {
                Asks = ["--in-flight", "2", "--duration", "300ms"],
                Counts = cell => Assert.InRange(cell.Number("reordered"), 1, cell.Number("received")),
            },
            new("answers every second one", EchoDatagrams((n, m) => n % 2 == 0 ? [] : [m]), 0, "lost")
            {
                Asks = LosesSoon,
                Counts = cell =>
                    Assert.InRange(cell.Number("lost"), cell.Number("sent") / 3, cell.Number("sent") * 2 / 3),
            },
            new("changes an answer's last byte", EchoDatagrams((n, m) => [IsWrong(n) ? Turned(m) : m]), 1, "differ")
            {
                Counts = OneInThreeIsCorrupt,
            },
            new("answers with the largest datagrams", EchoDatagrams((_, m) => [Longest(m)]), 1, "differ"),
        }.Select(one => one with { Framing = null }),
    ];

    /// <summary>By its number, so that the count is known to one, wherever a window begins.</summary>
    private static bool IsWrong(long number) => number % OneIn == 0;

    /// <summary>With one bit of its last byte turned.</summary>
    private static byte[] Turned(byte[] message) => [.. message[..^1], (byte)(message[^1] ^ 1)];

    private static byte[] Longest(byte[] message) => [.. message, .. new byte[LargestDatagram - message.Length]];

    private static byte[] WithNumber(byte[] message, int at, uint number)
    {
        byte[] changed = [.. message];
        BinaryPrimitives.WriteUInt32LittleEndian(changed.AsSpan(at), number);
        return changed;
    }

    /// <summary>Waits for ever: until the test closes the socket.</summary>
    private static void NeverReads(Socket socket) => socket.Poll(-1, SelectMode.SelectError);

    private static void NeverAnswers(Socket socket)
    {
        var buffer = new byte[1 << 16];
        while (socket.Receive(buffer) > 0) { }
    }

    private static void Reset(Socket socket)
    {
        socket.LingerState = new(true, 0);
        socket.Close();
    }

    private static byte[] Receive(Socket socket)
    {
        var message = new byte[MessageBytes];
        for (var got = 0; got < MessageBytes; )
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

    /// <summary>Some are echoed, and the next one is something else's.</summary>
    private static void Then(Socket socket, Action<byte[]> next)
    {
        for (var number = 0; number < EchoedBefore; number++)
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

    private static void Flood(Socket socket)
    {
        var frame = WithNumber(new byte[MessageBytes], 0, MessageBytes - sizeof(uint));
        while (true)
            socket.Send(frame);
    }

    private static (byte[] Message, EndPoint Sender) ReceiveFrom(Socket socket)
    {
        var buffer = new byte[1 << 16];
        EndPoint sender = new IPEndPoint(IPAddress.Any, 0);
        var bytes = socket.ReceiveFrom(buffer, ref sender);
        return (buffer[..bytes], sender);
    }

    private static Action<Socket> EchoDatagrams(Func<long, byte[], byte[][]> answers) =>
        socket =>
        {
            for (var number = 1L; ; number++)
            {
                var (message, sender) = ReceiveFrom(socket);
                foreach (var answer in answers(number, message))
                    socket.SendTo(answer, sender);
            }
        };

    private static void EchoUpTo(Socket socket, Action<Socket> then)
    {
        for (var number = 0; number < EchoedBefore; number++)
        {
            var (message, sender) = ReceiveFrom(socket);
            socket.SendTo(message, sender);
        }
        then(socket);
    }

    private static void EchoOfTwo(Socket socket)
    {
        while (true)
        {
            var (first, _) = ReceiveFrom(socket);
            var (second, sender) = ReceiveFrom(socket);
            socket.SendTo(second, sender);
            socket.SendTo(first, sender);
        }
    }

    /// <summary>As many as were wrong are told to be corrupt, and nothing is told to be another fault.</summary>
    private static void OneInThreeIsCorrupt(JsonElement cell)
    {
        var wrong = cell.Number("sent") / OneIn;
        Assert.InRange(cell.Number("corrupt"), Math.Max(1, wrong - 1), wrong + 2);
        NoneIs("duplicated", "reordered")(cell);
    }

    /// <summary>To the end of the run, so that those of the messages behind the window count, too.</summary>
    private static void EachIsDuplicated(JsonElement cell)
    {
        Assert.InRange(cell.Number("duplicated"), cell.Number("received") - 5, 2 * cell.Number("received") + 5);
        NoneIs("corrupt", "reordered")(cell);
    }

    private static Action<JsonElement> NoneIs(params string[] faults) =>
        cell => Assert.All(faults, fault => Assert.Equal(0, cell.Number(fault)));
}
