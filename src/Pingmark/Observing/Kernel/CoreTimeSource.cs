using System.Buffers.Text;
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

    private sealed record Counter(EventKind Kind, string Side, IReadOnlyList<int> Cores, int Word)
    {
        public Readings Readings { get; } = new();
    }

    private readonly OpenKernelFile? _file;
    private readonly List<Counter> _counters;

    /// <param name="sides">The cores of each side, by its name.</param>
    public CoreTimeSource(IEnumerable<(string Side, IReadOnlyList<int> Cores)> sides)
    {
        _counters =
        [
            .. sides
                .Where(side => side.Cores.Count > 0)
                .SelectMany(side =>
                    new Counter[]
                    {
                        new(EventKind.Softirq, side.Side, side.Cores, Softirq),
                        new(EventKind.Steal, side.Side, side.Cores, Steal),
                    }
                ),
        ];
        var highest = _counters.SelectMany(counter => counter.Cores).DefaultIfEmpty().Max();
        _file = _counters.Count == 0 ? null : OpenKernelFile.Open("/proc/stat", (highest + 2) * BytesOfCore);
    }

    public void Read(long nowNs)
    {
        if (_file is null)
            return;
        var text = _file.Read();
        if (text.IsEmpty)
            return;
        foreach (var counter in _counters)
        {
            var ticks = 0L;
            for (var i = 0; i < counter.Cores.Count; i++)
                ticks += KernelNumbers.Word(FindLine(text, counter.Cores[i]), counter.Word);
            counter.Readings.AddValue(ticks, nowNs);
        }
    }

    public IEnumerable<WatchedEvent> Events() =>
        _counters.SelectMany(counter => ReadingEvents.FromTicks(counter.Readings, counter.Kind, counter.Side));

    public void Dispose() => _file?.Dispose();

    /// <summary>The line of a core, which stands behind that of all; where others are offline it stands
    /// earlier.</summary>
    private static ReadOnlySpan<byte> FindLine(ReadOnlySpan<byte> stat, int core)
    {
        for (var number = core + 1; number > 0; number--)
            if (
                KernelNumbers.Line(stat, number) is var line
                && line.StartsWith("cpu"u8)
                && Utf8Parser.TryParse(line[3..], out int found, out _)
                && found == core
            )
                return line;
        return [];
    }
}
