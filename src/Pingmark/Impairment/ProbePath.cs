using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Client and server of a verification at both ends of a link. Probes with numbers and times go one way, and
/// answers the other way.</summary>
internal sealed class ProbePath : IDisposable
{
    private const int PhaseAt = 0,
        NumberAt = 4,
        TimeAt = 8;
    public const int LeastBytes = 16;
    private const int MostBytes = 1_200;

    private readonly INetworkLink _link;
    private readonly Socket _server,
        _client;
    private readonly PollEntry[] _polled = new PollEntry[2];
    private readonly byte[] _probe = new byte[MostBytes],
        _packet = new byte[2_048],
        _from = new byte[Libc.AddressBytes];
    private const long LongestNs = 3_000_000_000,
        QuietNs = 20_000_000;

    private long _already,
        _neverArrive,
        _came;
    private int _phase;
    private bool _answers;

    public ProbePath(INetworkLink link)
    {
        _link = link;
        _server = Sockets.NewUdp(AddressFamily.InterNetwork);
        _server.Bind(new IPEndPoint(IPAddress.Parse(link.ListenAddress ?? "127.0.0.1"), 0));
        _client = Sockets.NewUdp(AddressFamily.InterNetwork);
        _client.Connect(link.Behind(ServerAddress.FromEndPoint((IPEndPoint)_server.LocalEndPoint!)).Ip);
        _polled[0] = new() { Fd = (int)_server.Handle, Events = PollEntry.Readable };
        _polled[1] = new() { Fd = (int)_client.Handle, Events = PollEntry.Readable };
    }

    public ProbeTally Up { get; private set; } = new(0);
    public ProbeTally Down { get; private set; } = new(0);

    /// <summary>When the server received the first and the last probe, in ns, and the bytes after the first
    /// one.</summary>
    public (long FirstNs, long LastNs, long Bytes) Arrived { get; private set; }

    /// <summary>Begins a phase, after all probes of the one before have come through or are lost.</summary>
    /// <param name="most">The number of probes that will be sent.</param>
    /// <param name="answers">Whether the server answers each probe when it comes for the first time.</param>
    public void Begin(int most, bool answers)
    {
        (_phase, _answers) = (_phase + 1, answers);
        (Up, Down) = (new(most), new(most));
        Arrived = default;
        (_already, _neverArrive) = (_link.Taken, _link.Use().UnderWay);
    }

    public void Send(int bytes = LeastBytes) => Libc.Send((int)_client.Handle, Numbered(Up.Sent++, bytes));

    /// <summary>Takes what comes until a time, in ns.</summary>
    public void TakeUntil(long ns)
    {
        do
        {
            var leftNs = ns - Clock.NowNs;
            Libc.Wait(_polled, _polled.Length, Math.Max(0, leftNs));
            Take();
        } while (Clock.NowNs < ns);
    }

    /// <summary>Takes what comes until all that was sent has come through or is lost.</summary>
    public void TakeAll()
    {
        var deadlineNs = Clock.NowNs + LongestNs;
        long before;
        do
        {
            before = _came;
            TakeUntil(Clock.NowNs + QuietNs);
        } while (
            (_came != before || !LinkHasTakenAll || _link.Use().UnderWay > _neverArrive) && Clock.NowNs < deadlineNs
        );
    }

    public void Take()
    {
        while (Libc.Receive((int)_client.Handle, _packet) is >= LeastBytes and var answered)
            Note(Down, answered);
        while (true)
        {
            var addressLength = _from.Length;
            var length = Libc.ReceiveFrom((int)_server.Handle, _packet, _from, ref addressLength);
            if (length < LeastBytes)
                return;
            var before = Up.Distinct;
            Note(Up, length);
            if (Up.Distinct == before)
                continue;
            var nowNs = Clock.NowNs;
            Arrived = Arrived.FirstNs == 0 ? (nowNs, nowNs, 0) : (Arrived.FirstNs, nowNs, Arrived.Bytes + length);
            if (_answers)
                Libc.SendTo((int)_server.Handle, Numbered(Down.Sent++, LeastBytes), _from.AsSpan(0, addressLength));
        }
    }

    /// <summary>Waits until the link has taken all that was sent in this phase, so that no socket's buffer
    /// overflows; false if it does not in time.</summary>
    public bool WaitForLink()
    {
        var deadlineNs = Clock.NowNs + LongestNs;
        while (!LinkHasTakenAll)
        {
            if (Clock.NowNs > deadlineNs)
                return false;
            Take();
            Thread.Yield();
        }
        return true;
    }

    private bool LinkHasTakenAll => _link.Taken >= _already + Up.Sent + Down.Sent;

    private ReadOnlySpan<byte> Numbered(int number, int bytes)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_probe.AsSpan(PhaseAt), _phase);
        BinaryPrimitives.WriteInt32LittleEndian(_probe.AsSpan(NumberAt), number);
        BinaryPrimitives.WriteInt64LittleEndian(_probe.AsSpan(TimeAt), Clock.NowNs);
        return _probe.AsSpan(0, bytes);
    }

    private void Note(ProbeTally tally, int length)
    {
        _came++;
        var came = _packet.AsSpan(0, length);
        // What is left of an earlier phase is nobody's.
        if (BinaryPrimitives.ReadInt32LittleEndian(came[PhaseAt..]) != _phase)
            return;
        var tookNs = Clock.NowNs - BinaryPrimitives.ReadInt64LittleEndian(came[TimeAt..]);
        tally.RecordArrival(BinaryPrimitives.ReadInt32LittleEndian(came[NumberAt..]), tookNs);
    }

    public void Dispose()
    {
        _server.Dispose();
        _client.Dispose();
    }
}
