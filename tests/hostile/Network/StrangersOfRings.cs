using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Peers that share memory with the server (docs/protocol.md): what they write into it, and where they
/// say that it ends, is up to them. They read nothing, and go.</summary>
internal sealed class StrangersOfRings(UnixDomainSocketEndPoint server, string folder, Case made) : Strangers
{
    private const int RingBytes = 262_144,
        RingsAt = 4_096,
        SegmentBytes = RingsAt + 2 * RingBytes,
        CounterBytes = 128,
        Counters = 4,
        LongestWaitSeconds = 1,
        FewFrames = 64,
        ManyFrames = 1_000;

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

    /// <summary>Says nothing, and is not to hold up who comes after him.</summary>
    private readonly Socket _silent = Connected(server);
    private readonly Talks _talks = new OurTalks(made, FewFrames),
        _floods = new OurTalks(made, ManyFrames);
    private readonly Speech _speech = new();
    private readonly byte[] _answer = new byte[OurWords.AnswerBytes];
    private int _last;

    public override void SendSome()
    {
        var name = $"{++_last:x16}";
        var path = Path.Combine(folder, name);
        try
        {
            File.WriteAllBytes(path, new byte[made.InPercent(98) ? SegmentBytes : made.Random.Next(SegmentBytes)]);
            using var segment = MemoryMappedFile.CreateFromFile(path, FileMode.Open);
            using var socket = Connected(server);
            if (!IsTaken(socket, name))
                return;
            using var memory = segment.CreateViewAccessor();
            if (made.InPercent(5))
                Flood(memory);
            else
                Lie(memory, Say(memory, _talks, 0));
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown)
        {
            // The server has had enough of this one.
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>More than a ring takes of answers that nobody reads.</summary>
    private void Flood(MemoryMappedViewAccessor memory)
    {
        var patience = Stopwatch.StartNew();
        for (long said = 0; said < 3 * RingBytes && patience.ElapsedMilliseconds < PatienceMs; )
            if (memory.ReadInt64(2 * CounterBytes) == said)
                said = Say(memory, _floods, said);
    }

    /// <returns>How many bytes it has said in all.</returns>
    private long Say(MemoryMappedViewAccessor memory, Talks talks, long before)
    {
        _speech.Clear();
        talks.Next(_speech);
        var said = _speech.Bytes[..Math.Min(_speech.Bytes.Length, RingBytes)];
        var at = (int)(before % RingBytes);
        var beforeEnd = Math.Min(said.Length, RingBytes - at);
        var ring = memory.SafeMemoryMappedViewHandle;
        ring.WriteSpan((ulong)(RingsAt + at), said[..beforeEnd]);
        ring.WriteSpan(RingsAt, said[beforeEnd..]);
        memory.Write(CounterBytes, before + said.Length);
        Keep(said);
        Sent += _speech.Frames;
        return before + said.Length;
    }

    private void Lie(MemoryMappedViewAccessor memory, long said)
    {
        for (var lies = made.Random.Next(3); lies > 0; lies--)
            memory.Write(
                (1 + made.Random.Next(Counters)) * CounterBytes,
                made.One(HostileCounts) + made.Random.Next(2) * said
            );
    }

    private static Socket Connected(UnixDomainSocketEndPoint server)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.ReceiveTimeout = (int)Patience.For(LongestWaitSeconds).TotalMilliseconds;
        socket.Connect(server);
        return socket;
    }

    public override void Dispose() => _silent.Dispose();

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
}
