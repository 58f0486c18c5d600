using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Measures a slice, and once more where a waiting worker, or the pair's own compiler, took CPU time
/// meanwhile: of nine slices below 0.7 of their median, nine coincided with 14 ms or more of such work. Processes
/// outside of the run are noted. Only these causes count, never the result.</summary>
/// <param name="sides">All sides that are up, each process once.</param>
internal sealed class SliceWatch(IReadOnlyList<Side> sides)
{
    private const long MinDisturbingNs = 1_000_000;
    private const double DisturbingShare = 0.03;

    /// <summary>How often a slice is measured at most. Outsiders are no reason for another try: they may stay, and the
    /// slices' scatter shows what they do.</summary>
    public const int MaxTries = 2;

    public const string Outsiders = "a process outside of the run";

    /// <summary>The CPU time of a waiting worker, or a compiler, that disturbs a slice; timers need less.</summary>
    public static long DisturbingNs(long countedNs) => Math.Max(MinDisturbingNs, (long)(DisturbingShare * countedNs));

    public async Task<SliceTries> MeasureAsync(Pair measured, Func<Task<CountedRun>> measure, CancellationToken cancel)
    {
        var disturbers = new List<IReadOnlyList<string>>();
        while (true)
        {
            var before = sides.Select(side => side.CpuNs() ?? 0).ToList();
            var contention = new Contention(measured);
            var slice = await measure();
            var countedNs = slice.Measured.DurationNs;
            var (compiling, isCrowded) = contention.Read(countedNs);
            List<string> workers = [.. compiling, .. FindBusySides(measured, before, DisturbingNs(countedNs))];
            disturbers.Add(isCrowded ? [.. workers, Outsiders] : workers);
            if (workers.Count == 0 || disturbers.Count == MaxTries)
                return new(slice, disturbers, workers.Count > 0, isCrowded);
            await new CompilerTime(measured).WaitForRestAsync(cancel);
        }
    }

    private IEnumerable<string> FindBusySides(Pair measured, List<long> beforeNs, long disturbingNs) =>
        sides
            .Zip(beforeNs)
            .Where(side => side.First != measured.Server && side.First != measured.Client)
            .Where(side => side.First.CpuNs() - side.Second > disturbingNs)
            .Select(side => side.First.Name);
}

/// <summary>Whether a pair had its cores for itself since this object was made, by the clocks of its threads.</summary>
internal sealed class Contention(Pair pair)
{
    private readonly SideClocks _server = new(pair.ServerProcess),
        _client = new(pair.Client);

    /// <returns>Whose threads compiled or collected, and whether others had a side's core for more than a tenth of the
    /// time.</returns>
    public (IEnumerable<string> Compiling, bool IsCrowded) Read(long countedNs)
    {
        var (server, client) = (_server.ReadSinceLast(), _client.ReadSinceLast());
        var share = pair.ShareCores;
        var outsidersNs = Math.Max(
            OutsidersNs(server, server.ControllerNs + (share ? client.CpuNs : 0)),
            OutsidersNs(client, client.ControllerNs + (share ? server.CpuNs : 0))
        );
        var sides = new (Side? Side, IReadOnlyCollection<ThreadTime> Threads)[]
        {
            (pair.ServerProcess, server.Threads),
            (pair.Client, client.Threads),
        };
        var compiling = sides
            .Where(one => one.Side?.SumCompilerNs(one.Threads) > SliceWatch.DisturbingNs(countedNs))
            .Select(one => $"threads of {one.Side!.Name} that compile or collect");
        return (compiling, outsidersNs > RunQueue.CrowdedShare * countedNs);
    }

    private static long OutsidersNs(UsedBySide side, long othersCpuNs) =>
        side.Threads.MaxBy(thread => thread.CpuNs) is { } busiest
            ? RunQueue.ForeignDelayNs(busiest.RunQueueDelayNs, busiest.CpuNs, side.CpuNs, othersCpuNs)
            : 0;

    /// <param name="CpuNs">The CPU time of all threads, also of those that have ended.</param>
    /// <param name="ControllerNs">The CPU time of this process on the side's machine.</param>
    private sealed record UsedBySide(IReadOnlyCollection<ThreadTime> Threads, long CpuNs, long ControllerNs);

    /// <summary>The clocks of a side's threads and of its process: a server with a thread for each connection may start
    /// and end thousands between two readings.</summary>
    private sealed class SideClocks(Side? side)
    {
        private readonly ThreadClocks _threads = new(side);
        private long _lastNs = side?.CpuNs() ?? 0;
        private long _lastControllerNs = side?.ControllerCpuNs() ?? 0;

        public UsedBySide ReadSinceLast()
        {
            var (threads, beforeNs, beforeControllerNs) = (_threads.ReadSinceLast(), _lastNs, _lastControllerNs);
            (_lastNs, _lastControllerNs) = (side?.CpuNs() ?? 0, side?.ControllerCpuNs() ?? 0);
            return new(
                threads,
                Math.Max(threads.Sum(thread => thread.CpuNs), _lastNs - beforeNs),
                _lastControllerNs - beforeControllerNs
            );
        }
    }
}
