using System.Diagnostics;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>What the machine's cores did for processes outside of the run: the busy time of /proc/stat, as far as the
/// clocks of threads can account for it, less what our processes used. Its resolution is 10 ms a core, so it is for
/// trials, not for slices.</summary>
public sealed record ForeignCpu(HostCpu Host, IReadOnlyDictionary<int, long> OursNs)
{
    /// <param name="ours">The workers and, where it is to count as ours, the controller; one that has ended is left
    /// out.</param>
    public static ForeignCpu Read(IEnumerable<int> ours) =>
        new(
            HostCpuReader.Read(),
            ours.Distinct()
                .Select(pid => (Pid: pid, CpuNs: CpuClock.ReadNs(pid)))
                .Where(read => read.CpuNs is not null)
                .ToDictionary(read => read.Pid, read => read.CpuNs!.Value)
        );

    /// <returns>CPU time of others since an earlier reading in ns, never below 0, because ticks are coarser than
    /// clocks. One of our processes that began or ended in between counts as foreign.</returns>
    public long SinceNs(ForeignCpu earlier)
    {
        var ours = OursNs.Where(o => earlier.OursNs.ContainsKey(o.Key)).Sum(o => o.Value - earlier.OursNs[o.Key]);
        return Math.Max(0, (Host - earlier.Host).ThreadTimeNs - ours);
    }
}

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
    public Throttling? Throttling { get; private set; }
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
        var used = after.Host - before.Host;
        _elapsedNs += Stopwatch.GetElapsedTime(_since).TotalNanoseconds;
        _foreignNs += after.SinceNs(before);
        _stolenNs += used.StealNs;
        _busyNs += used.BusyNs;
        Throttling = Throttling.Sum([Throttling, used.Throttling]);
    }

    private static double Share(double part, double whole) => whole > 0 ? part / whole : 0;
}
