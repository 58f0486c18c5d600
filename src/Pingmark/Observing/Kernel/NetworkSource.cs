using System.Text;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>What the network namespace of a process counts in one file: retransmissions, full windows, dropped
/// datagrams.</summary>
internal sealed class NetworkSource : ISource
{
    private const int MostBytes = 16 << 10;

    /// <summary>The counters that tell of delays: the file that has them, and their names there.</summary>
    private static readonly IReadOnlyList<(string File, string Name, EventKind Kind, string Words)> Wanted =
    [
        ("netstat", "TcpExt:TCPTimeouts", EventKind.RetransmissionTimeout, ""),
        ("netstat", "TcpExt:TCPFastRetrans", EventKind.FastRetransmission, ""),
        ("netstat", "TcpExt:TCPLossProbes", EventKind.FastRetransmission, "loss probe"),
        ("netstat", "TcpExt:TCPToZeroWindowAdv", EventKind.ZeroWindow, ""),
        ("snmp", "Udp:RcvbufErrors", EventKind.DroppedDatagram, ""),
        ("snmp6", "Udp6RcvbufErrors", EventKind.DroppedDatagram, "IPv6"),
    ];

    private readonly OpenKernelFile _file;
    private readonly string _side;
    private readonly List<Counter> _counters;

    private NetworkSource(OpenKernelFile file, string side, List<Counter> counters) =>
        (_file, _side, _counters) = (file, side, counters);

    /// <summary>Opens the files that tell of a transport's delays.</summary>
    /// <param name="isTcp">Whether messages go by TCP, else they are datagrams.</param>
    public static IEnumerable<NetworkSource> Open(int pid, string side, bool isTcp)
    {
        foreach (var file in isTcp ? new[] { "netstat" } : ["snmp", "snmp6"])
            if (OpenKernelFile.Open($"/proc/{pid}/net/{file}", MostBytes) is { } open)
                yield return new(open, side, FindCounters(Encoding.ASCII.GetString(open.Read()), file));
    }

    /// <summary>Finds where a file has the counters; their places stay the same.</summary>
    internal static List<Counter> FindCounters(string text, string file)
    {
        var places = NetworkCounters.FindPlaces(text.Split('\n'));
        return
        [
            .. Wanted
                .Where(wanted => wanted.File == file && places.ContainsKey(wanted.Name))
                .Select(wanted => new Counter(wanted.Kind, wanted.Words, places[wanted.Name])),
        ];
    }

    public void Read(long nowNs)
    {
        var text = _file.Read();
        if (text.IsEmpty)
            return;
        foreach (var counter in _counters)
            counter.Read(text, nowNs);
    }

    public IEnumerable<WatchedEvent> Events() =>
        _counters.SelectMany(one => ReadingEvents.FromCounts(one.Readings, one.Kind, _side, one.Words));

    public void Dispose() => _file.Dispose();

    internal sealed record Counter(EventKind Kind, string Words, (int Line, int Word) Place)
    {
        public Readings Readings { get; } = new();

        public void Read(ReadOnlySpan<byte> text, long nowNs) =>
            Readings.AddValue(KernelNumbers.Word(KernelNumbers.Line(text, Place.Line), Place.Word), nowNs);
    }
}
