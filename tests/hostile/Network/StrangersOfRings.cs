using System.IO.MemoryMappedFiles;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Peers that share memory with the server (docs/shared-memory.md): what they write into it, and where they say
/// that it ends, is up to them. They read nothing, and go.</summary>
internal sealed class StrangersOfRings(UnixDomainSocketEndPoint server, string folder, Talks talks, Case made)
    : Strangers
{
    private const int RingBytes = 262_144,
        RingsAt = 4_096,
        SegmentBytes = RingsAt + 2 * RingBytes,
        CounterBytes = 128,
        Counters = 4,
        LongestWaitMs = 1_000;

    private static readonly long[] HostileCounts =
    [
        0,
        1,
        -1,
        RingBytes - 1,
        RingBytes,
        RingBytes + 1,
        int.MaxValue,
        uint.MaxValue,
        long.MaxValue,
        long.MinValue,
    ];

    private readonly Speech _speech = new();
    private readonly byte[] _answer = new byte[OurWords.AnswerBytes];
    private int _last;

    public override void SendSome()
    {
        var name = $"{++_last:x16}";
        var path = Path.Combine(folder, name);
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.ReceiveTimeout = LongestWaitMs;
        try
        {
            File.WriteAllBytes(path, new byte[made.InPercent(98) ? SegmentBytes : made.Random.Next(SegmentBytes)]);
            using var segment = MemoryMappedFile.CreateFromFile(path, FileMode.Open);
            socket.Connect(server);
            Connections++;
            if (!IsTaken(socket, name))
                return;
            using var memory = segment.CreateViewAccessor();
            _speech.Clear();
            talks.Next(_speech);
            var said = Math.Min(_speech.Bytes.Length, RingBytes);
            memory.SafeMemoryMappedViewHandle.WriteSpan(RingsAt, _speech.Bytes[..said]);
            Keep(_speech.Bytes[..said]);
            SetCounter(memory, 0, said);
            for (var lies = made.Random.Next(3); lies > 0; lies--)
                SetCounter(memory, made.Random.Next(Counters), made.One(HostileCounts) + made.Random.Next(2) * said);
            Sent += _speech.Frames;
        }
        catch (SocketException e)
            when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown or SocketError.TimedOut)
        {
            // The server has had enough of this one.
        }
        finally
        {
            File.Delete(path);
        }
    }

    public override void Dispose() { }

    /// <summary>One in ten introduces himself badly, and is to be turned away.</summary>
    private bool IsTaken(Socket socket, string name)
    {
        byte[] introduction = [.. "PMS1"u8, .. Encoding.ASCII.GetBytes(name)];
        var isBad = made.InPercent(10);
        if (isBad)
            introduction[made.Random.Next(introduction.Length)] ^= (byte)(1 << made.Random.Next(8));
        Keep(introduction);
        socket.Send(introduction);
        Sent++;
        return socket.Receive(_answer) > 0;
    }

    private static void SetCounter(MemoryMappedViewAccessor memory, int counter, long value) =>
        memory.Write((1 + counter) * CounterBytes, value);
}
