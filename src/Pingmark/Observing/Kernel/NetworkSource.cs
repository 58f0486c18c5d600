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
    public static IEnumerable<NetworkSource> Open(WatchedSide of, string side, bool isTcp)
    {
        foreach (var file in isTcp ? new[] { "netstat" } : ["snmp", "snmp6"])
            if (OpenKernelFile.Open($"/proc/{of.Pid}/net/{file}", MostBytes) is { } open)
                yield return new(open, side, Find(System.Text.Encoding.ASCII.GetString(open.Read()), file));
    }

    /// <summary>Finds where a file has the counters; their places stay the same.</summary>
    internal static List<Counter> Find(string text, string file)
    {
        var places = new Dictionary<string, (int Line, int Word)>();
        var lines = text.Split('\n');
        for (var line = 0; line < lines.Length; line++)
        {
            var words = lines[line].Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
            // A line of names, and one of values below it; or a name and a value in each line.
            if (words.Length > 1 && words[0].EndsWith(':'))
                for (var word = 1; word < words.Length; word++)
                    places.TryAdd(words[0] + words[word], (line + 1, word));
            else if (words.Length == 2)
                places.TryAdd(words[0], (line, 1));
        }
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
            counter.Add(text, nowNs);
    }

    public IEnumerable<WatchedEvent> Events() =>
        _counters.SelectMany(one => ReadingEvents.OfCounts(one.Readings, one.Kind, _side, one.Words));

    public void Dispose() => _file.Dispose();

    internal sealed class Counter(EventKind kind, string words, (int Line, int Word) place)
    {
        private long _value = -1;
        private long _readNs;

        public EventKind Kind => kind;
        public string Words => words;
        public Readings Readings { get; } = new();

        public void Add(ReadOnlySpan<byte> text, long nowNs)
        {
            var value = KernelNumbers.Word(KernelNumbers.Line(text, place.Line), place.Word);
            if (_value >= 0)
                Readings.Add(new(_readNs, nowNs, value - _value));
            (_value, _readNs) = (value, nowNs);
        }
    }
}
