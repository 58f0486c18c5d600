using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>The time of some cores that soft interrupts, or the hypervisor, had. /proc/stat tells it in ticks of 10
/// ms.</summary>
internal sealed class CoreTimeSource : ISource
{
    /// <summary>Words of a core's line: its name, then times.</summary>
    private const int Softirq = 7,
        Steal = 8;

    /// <summary>Lines of cores stand before all others.</summary>
    private const int BytesOfCore = 160;

    private readonly OpenKernelFile? _file;
    private readonly List<Counted> _counted = [];

    /// <param name="cores">The cores of each side, by its name.</param>
    public CoreTimeSource(IEnumerable<(string Side, IReadOnlyList<int> Cores)> cores)
    {
        foreach (var (side, list) in cores.Where(one => one.Cores.Count > 0))
        {
            _counted.Add(new(EventKind.Softirq, side, list, Softirq));
            _counted.Add(new(EventKind.Steal, side, list, Steal));
        }
        var highest = _counted.SelectMany(one => one.Cores).DefaultIfEmpty().Max();
        _file = _counted.Count == 0 ? null : OpenKernelFile.Open("/proc/stat", (highest + 2) * BytesOfCore);
    }

    public void Read(long nowNs)
    {
        if (_file is null)
            return;
        var text = _file.Read();
        if (text.IsEmpty)
            return;
        foreach (var counted in _counted)
            counted.Add(text, nowNs);
    }

    public IEnumerable<WatchedEvent> Events() =>
        _counted.SelectMany(one => ReadingEvents.OfTicks(one.Readings, one.Kind, one.Side));

    public void Dispose() => _file?.Dispose();

    private sealed class Counted(EventKind kind, string side, IReadOnlyList<int> cores, int word)
    {
        private long _ticks = -1;
        private long _readNs;

        public EventKind Kind => kind;
        public string Side => side;
        public IReadOnlyList<int> Cores => cores;
        public Readings Readings { get; } = new();

        public void Add(ReadOnlySpan<byte> stat, long nowNs)
        {
            var ticks = 0L;
            for (var i = 0; i < cores.Count; i++)
                ticks += KernelNumbers.Word(LineOf(stat, cores[i]), word);
            if (_ticks >= 0)
                Readings.Add(new(_readNs, nowNs, ticks - _ticks));
            (_ticks, _readNs) = (ticks, nowNs);
        }

        /// <summary>The line of a core, which stands behind that of all; where others are offline it stands
        /// earlier.</summary>
        private static ReadOnlySpan<byte> LineOf(ReadOnlySpan<byte> stat, int core)
        {
            for (var number = core + 1; number > 0; number--)
                if (KernelNumbers.Line(stat, number) is var line && IsOf(line, core))
                    return line;
            return [];
        }

        private static bool IsOf(ReadOnlySpan<byte> line, int core) =>
            line.StartsWith("cpu"u8)
            && System.Buffers.Text.Utf8Parser.TryParse(line[3..], out int number, out _)
            && number == core;
    }
}
