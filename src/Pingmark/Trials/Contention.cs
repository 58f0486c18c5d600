using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells whether a pair had its cores for itself since this was made, by the clocks of its own threads:
/// compilers of its own runtimes that had not finished, and processes outside of the run, have them
/// otherwise.</summary>
internal sealed class Contention(Pair pair)
{
    private readonly Threads _server = new(pair.ServerProcess),
        _client = new(pair.Client);

    /// <summary>Reads the clocks of the threads again.</summary>
    /// <returns>Who compiled for longer than a waiting worker may work, and whether others had a side's core for more
    /// than a tenth of the time.</returns>
    public (IReadOnlyList<string> Compiling, bool IsCrowded) Check(long countedNs)
    {
        var (server, client) = (_server.Used(), _client.Used());
        var share = pair.ShareCores;
        var outsidersNs = Math.Max(OutsidersNs(server, share ? client : []), OutsidersNs(client, share ? server : []));
        var disturbsNs = Idleness.DisturbsNs(countedNs);
        return (
            [
                .. new[]
                {
                    _server.CompilingIn(server, disturbsNs),
                    _client.CompilingIn(client, disturbsNs),
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

    /// <summary>The threads of a side.</summary>
    /// <param name="side">The side; null where it is not ours.</param>
    private sealed class Threads(Side? side)
    {
        private static readonly Dictionary<int, ThreadTime> None = [];
        private readonly IReadOnlyDictionary<int, ThreadTime> _before = side?.Threads() ?? None;

        public IReadOnlyCollection<ThreadTime> Used() =>
            [.. ThreadTime.Difference(_before, side?.Threads(_before) ?? None).Values];

        public string? CompilingIn(IEnumerable<ThreadTime> used, long disturbsNs) =>
            side is not null && used.Where(side.IsCompiler).Sum(thread => thread.CpuNs) > disturbsNs
                ? $"the compiler of {side.Name}"
                : null;
    }
}
