using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells whether a pair had its cores for itself since this was made, by the clocks of its own threads:
/// compilers of its own runtimes that had not finished, and processes outside of the run, have them
/// otherwise.</summary>
internal sealed class Contention(Pair pair)
{
    private readonly SideClocks _server = new(pair.ServerProcess),
        _client = new(pair.Client);

    /// <summary>Reads the clocks of the threads again.</summary>
    /// <returns>Who compiled for longer than a waiting worker may work, and whether others had a side's core for more
    /// than a tenth of the time.</returns>
    public (IReadOnlyList<string> Compiling, bool IsCrowded) Check(long countedNs)
    {
        var (server, client) = (_server.SinceLast(), _client.SinceLast());
        var share = pair.ShareCores;
        var outsidersNs = Math.Max(
            OutsidersNs(server, server.ControllerNs + (share ? client.CpuNs : 0)),
            OutsidersNs(client, client.ControllerNs + (share ? server.CpuNs : 0))
        );
        var disturbsNs = Idleness.DisturbsNs(countedNs);
        return (
            [
                .. new[]
                {
                    Compiling(pair.ServerProcess, server.Threads, disturbsNs),
                    Compiling(pair.Client, client.Threads, disturbsNs),
                }.OfType<string>(),
            ],
            outsidersNs > RunQueue.CrowdedShare * countedNs
        );
    }

    private static long OutsidersNs(UsedBySide side, long othersCpuNs) =>
        side.Threads.MaxBy(thread => thread.CpuNs) is { } busiest
            ? RunQueue.ForeignDelayNs(busiest.RunQueueDelayNs, busiest.CpuNs, side.CpuNs, othersCpuNs)
            : 0;

    /// <summary>Tells whose compiler it is that worked for too long; null where none did, or the side is not
    /// ours.</summary>
    private static string? Compiling(Side? side, IReadOnlyCollection<ThreadTime> used, long disturbsNs) =>
        side?.CompilerNs(used) > disturbsNs ? $"the compiler of {side.Name}" : null;

    /// <summary>What a side has used from one reading of its clocks to the next.</summary>
    /// <param name="CpuNs">The CPU time of all its threads, also of those that have ended.</param>
    /// <param name="ControllerNs">The CPU time that this process has used on its machine.</param>
    private sealed record UsedBySide(IReadOnlyCollection<ThreadTime> Threads, long CpuNs, long ControllerNs);

    /// <summary>The clocks of a side's threads, and of the side as a whole: a server that has a thread for each
    /// connection may have started and ended thousands between two readings.</summary>
    private sealed class SideClocks(Side? side)
    {
        private readonly ThreadClocks _threads = new(side);
        private long _lastNs = side?.CpuNs() ?? 0;
        private long _lastOfControllerNs = side?.ControllerCpuNs() ?? 0;

        public UsedBySide SinceLast()
        {
            var (threads, nowNs) = (_threads.SinceLast(), side?.CpuNs() ?? 0);
            var usedNs = Math.Max(threads.Sum(thread => thread.CpuNs), nowNs - _lastNs);
            _lastNs = nowNs;
            var controllerNs = side?.ControllerCpuNs() ?? 0;
            var ofControllerNs = controllerNs - _lastOfControllerNs;
            _lastOfControllerNs = controllerNs;
            return new(threads, usedNs, ofControllerNs);
        }
    }
}
