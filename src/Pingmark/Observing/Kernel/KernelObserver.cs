using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Watches what the kernel tells of any process: run queue delays and sleeps, soft interrupts and steal time,
/// and counters of the network.</summary>
internal sealed class KernelObserver : IObserver
{
    /// <summary>The share of a core that all readings together may take.</summary>
    private const double MostShare = 0.009;

    public Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel) =>
        Task.FromResult<IWatch>(new Watch(sides));

    private sealed class Watch(IReadOnlyList<WatchedSide> sides) : IWatch
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
            _notObserved.UnionWith(_sources.SelectMany(source => source.NotObserved));
            _thread = new(_sources, [.. sides.SelectMany(side => side.Cores).Distinct()], MostShare);
        }

        public void Pause()
        {
            if (_thread is null)
                return;
            _usedNs += _thread.End();
            _thread = null;
            foreach (var source in _sources)
            {
                _events.AddRange(source.Events());
                source.Dispose();
            }
        }

        public Task<Seen> EndAsync(CancellationToken cancel) =>
            Task.FromResult(new Seen(_events, [.. _notObserved], _usedNs));

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
                        same.First().Pid,
                        same.Select(side => side.Name).Distinct().Count() == 1 ? same.First().Name : "pair",
                        Transports.IsOverTcp(same.First().Stack)
                    )
                );
    }
}
