using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Watches what the kernel tells of any process: waits for a core and sleeps, soft interrupts and steal, and
/// counters of the network.</summary>
/// <param name="namesOf">Makes what names who had the cores of some sides.</param>
internal sealed class KernelObserver(Func<IReadOnlyList<WatchedSide>, IWaitNames> namesOf) : IObserver
{
    /// <summary>The share of a core that all readings together may take, and where each of them stops sides that spin:
    /// the one whose core it needs, and the other, which waits for its answer.</summary>
    private const double MostShare = 0.009,
        MostOfSpinning = 0.004;

    /// <summary>The share of a core that readings of these sides may take.</summary>
    /// <param name="cores">How many cores this process may use.</param>
    internal static double ShareFor(IReadOnlyList<WatchedSide> sides, int cores) =>
        sides.All(side => side.Spins) && sides.SelectMany(side => side.Cores).Distinct().Count() >= cores
            ? MostOfSpinning
            : MostShare;

    public Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel) =>
        Task.FromResult<IWatch>(new Watch(sides, namesOf(sides)));

    private sealed class Watch(IReadOnlyList<WatchedSide> sides, IWaitNames names) : IWatch
    {
        private readonly List<WatchedEvent> _events = [];
        private readonly HashSet<string> _notObserved = [];
        private List<ISource> _sources = [];
        private ReadingThread? _thread;
        private long _usedNs;

        public void Resume()
        {
            if (sides.Count == 0)
                return;
            _sources =
            [
                .. sides.Select(side => new ThreadSource(side)),
                new CoreTimeSource(CoresBySide()),
                .. Network(),
            ];
            names.Begin();
            // A side that wakes up for a message has its core at once.
            _thread = new(
                _sources,
                [.. sides.SelectMany(side => side.Cores).Distinct()],
                ShareFor(sides, Environment.ProcessorCount),
                ThreadTiming.GiveWay
            );
        }

        public void Pause()
        {
            if (_thread is null)
                return;
            _usedNs += _thread.End() + names.End();
            _thread = null;
            foreach (var source in _sources)
            {
                _events.AddRange(source.Events().Select(Named));
                _notObserved.UnionWith(source.NotObserved);
                source.Dispose();
            }
        }

        private WatchedEvent Named(WatchedEvent one) => one.Kind == EventKind.RunQueue ? names.Named(one) : one;

        public Task<Seen> EndAsync(CancellationToken cancel) =>
            Task.FromResult(new Seen(_events, [.. _notObserved, .. names.NotObserved], _usedNs));

        public ValueTask DisposeAsync()
        {
            Pause();
            return ValueTask.CompletedTask;
        }

        /// <summary>The cores of each side; where both have the same these are the pair's.</summary>
        private List<(string Side, IReadOnlyList<int> Cores)> CoresBySide()
        {
            var bySide = sides
                .GroupBy(side => side.Name)
                .Select(same => (same.Key, Cores: same.SelectMany(side => side.Cores).Distinct()))
                .Select(side => (Side: side.Key, Cores: (IReadOnlyList<int>)[.. side.Cores.Order()]))
                .ToList();
            return bySide.Count == 2 && bySide[0].Cores.SequenceEqual(bySide[1].Cores)
                ? [("pair", bySide[0].Cores)]
                : bySide;
        }

        /// <summary>The counters of each network namespace once.</summary>
        private IEnumerable<ISource> Network() =>
            sides
                .Where(side => !Transports.IsLocal(side.Stack))
                .GroupBy(side => new FileInfo($"/proc/{side.Pid}/ns/net").LinkTarget)
                .SelectMany(same =>
                    NetworkSource.Open(
                        same.First(),
                        same.Select(side => side.Name).Distinct().Count() == 1 ? same.First().Name : "pair",
                        Transports.IsOverTcp(same.First().Stack)
                    )
                );
    }
}
