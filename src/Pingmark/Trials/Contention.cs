using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells whether a pair had its cores for itself since this was made, by the clocks of its own threads:
/// compilers of its own runtimes that had not finished, and processes outside of the run, have them
/// otherwise.</summary>
internal sealed class Contention(Pair pair)
{
    private readonly ThreadClocks _server = new(pair.ServerProcess),
        _client = new(pair.Client);

    /// <summary>Reads the clocks of the threads again.</summary>
    /// <returns>Who compiled for longer than a waiting worker may work, and whether others had a side's core for more
    /// than a tenth of the time.</returns>
    public (IReadOnlyList<string> Compiling, bool IsCrowded) Check(long countedNs)
    {
        var (server, client) = (_server.SinceLast(), _client.SinceLast());
        var share = pair.ShareCores;
        var outsidersNs = Math.Max(OutsidersNs(server, share ? client : []), OutsidersNs(client, share ? server : []));
        var disturbsNs = Idleness.DisturbsNs(countedNs);
        return (
            [
                .. new[]
                {
                    Compiling(pair.ServerProcess, server, disturbsNs),
                    Compiling(pair.Client, client, disturbsNs),
                }.OfType<string>(),
            ],
            outsidersNs > RunQueue.Felt * countedNs
        );
    }

    private static long OutsidersNs(IReadOnlyCollection<ThreadTime> side, IReadOnlyCollection<ThreadTime> other) =>
        side.MaxBy(thread => thread.CpuNs) is not { } busiest
            ? 0
            : RunQueue.OutsidersNs(
                busiest.RunQueueDelayNs,
                busiest.CpuNs,
                side.Sum(thread => thread.CpuNs),
                other.Sum(thread => thread.CpuNs)
            );

    /// <summary>Tells whose compiler it is that worked for too long; null where none did, or the side is not
    /// ours.</summary>
    private static string? Compiling(Side? side, IReadOnlyCollection<ThreadTime> used, long disturbsNs) =>
        side?.CompilerNs(used) > disturbsNs ? $"the compiler of {side.Name}" : null;
}
