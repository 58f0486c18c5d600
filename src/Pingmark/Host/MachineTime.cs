using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>Adds up, over several windows, how much of the machine's time others had.</summary>
internal sealed class MachineTime(int cores)
{
    private IReadOnlyList<int> _ours = [];
    private ForeignCpu? _before;
    private long _since;
    private double _elapsedNs,
        _foreignNs,
        _stolenNs,
        _busyNs;

    public double ForeignShare => Share(_foreignNs, _elapsedNs * cores);
    public double StealShare => Share(_stolenNs, _busyNs + _stolenNs);

    public void Begin(IReadOnlyList<int> ours)
    {
        _ours = ours;
        _since = Stopwatch.GetTimestamp();
        _before = ForeignCpu.Read(ours);
    }

    public void End()
    {
        var (after, before) = (ForeignCpu.Read(_ours), _before!);
        _elapsedNs += Stopwatch.GetElapsedTime(_since).TotalNanoseconds;
        _foreignNs += after.SinceNs(before);
        _stolenNs += after.StealSinceNs(before);
        _busyNs += (after.Host - before.Host).BusyNs;
    }

    private static double Share(double part, double whole) => whole > 0 ? part / whole : 0;
}
