using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>
/// What many clients counted, as if one had. Each result is added when it comes, and let go: to one of a few sums,
/// which are added up in a tree at last. So a thousand histograms are never in memory together, and results that come
/// at the same moment do not wait for one another.
/// </summary>
/// <param name="clients">How many there are.</param>
internal sealed class MeasurementSum(int clients)
{
    private const int ClientsOfALeaf = 16,
        MostLeaves = 8;

    private readonly Leaf[] _leaves = Enumerable
        .Range(0, Math.Clamp(clients / ClientsOfALeaf, 1, MostLeaves))
        .Select(_ => new Leaf())
        .ToArray();

    public void Add(int number, Measurement measured)
    {
        var leaf = _leaves[number % _leaves.Length];
        lock (leaf)
            leaf.Add(measured);
    }

    /// <param name="fromNs">When they began to count, by this machine's clock.</param>
    public Measurement Total(long fromNs)
    {
        for (var width = 1; width < _leaves.Length; width *= 2)
        {
            var apart = width;
            Parallel.For(
                0,
                (_leaves.Length - apart + 2 * apart - 1) / (2 * apart),
                pair => _leaves[pair * 2 * apart].Add(_leaves[pair * 2 * apart + apart])
            );
        }
        return _leaves[0].Total(fromNs);
    }

    /// <summary>Of the slowest and of the fastest.</summary>
    public (long Least, long Most) Received => (_leaves.Min(leaf => leaf.Least), _leaves.Max(leaf => leaf.Most));

    private sealed class Leaf
    {
        private readonly List<long> _laps = [];
        private readonly Histogram _rtt = new();
        private Histogram? _uncorrected,
            _lateness,
            _connects,
            _firstBytes;
        private Measurement _counts = Nothing;
        private Int128 _rttSumNs;
        private long _longestNs;

        public long Least { get; private set; } = long.MaxValue;
        public long Most { get; private set; }

        private static readonly Measurement Nothing = new()
        {
            FromNs = 0,
            ToNs = 0,
            Sent = 0,
            Received = 0,
            Lost = 0,
            Answered = 0,
            Rtt = new(),
        };

        public void Add(Measurement it)
        {
            (Least, Most) = (Math.Min(Least, it.Received), Math.Max(Most, it.Received));
            _longestNs = Math.Max(_longestNs, it.DurationNs);
            _rttSumNs += it.RttSumNs;
            AddCounts(it);
            _rtt.Add(it.Rtt);
            Add(ref _uncorrected, it.UncorrectedRtt);
            Add(ref _lateness, it.SendLateness);
            Add(ref _connects, it.Connects);
            Add(ref _firstBytes, it.FirstBytes);
            _laps.AddRange(it.LapsNs);
        }

        public void Add(Leaf other)
        {
            (Least, Most) = (Math.Min(Least, other.Least), Math.Max(Most, other.Most));
            _longestNs = Math.Max(_longestNs, other._longestNs);
            _rttSumNs += other._rttSumNs;
            AddCounts(other._counts);
            _rtt.Add(other._rtt);
            Add(ref _uncorrected, other._uncorrected);
            Add(ref _lateness, other._lateness);
            Add(ref _connects, other._connects);
            Add(ref _firstBytes, other._firstBytes);
            _laps.AddRange(other._laps);
        }

        private static void Add(ref Histogram? sum, Histogram? part)
        {
            if (part is not null)
                (sum ??= new()).Add(part);
        }

        private void AddCounts(Measurement it) =>
            _counts = _counts with
            {
                Sent = _counts.Sent + it.Sent,
                Received = _counts.Received + it.Received,
                Lost = _counts.Lost + it.Lost,
                Answered = _counts.Answered + it.Answered,
                Corrupt = _counts.Corrupt + it.Corrupt,
                Late = _counts.Late + it.Late,
                Duplicated = _counts.Duplicated + it.Duplicated,
                Reordered = _counts.Reordered + it.Reordered,
                SilentConnections = _counts.SilentConnections + it.SilentConnections,
                Unsent = _counts.Unsent + it.Unsent,
                RttMaxNs = it.RttMaxNs > _counts.RttMaxNs || _counts.RttMaxNs is null ? it.RttMaxNs : _counts.RttMaxNs,
            };

        public Measurement Total(long fromNs) =>
            _counts with
            {
                FromNs = fromNs,
                ToNs = fromNs + _longestNs,
                Rtt = _rtt,
                RttSumNs = BoundedSum.Of(_rttSumNs),
                UncorrectedRtt = _uncorrected,
                SendLateness = _lateness,
                Connects = _connects,
                FirstBytes = _firstBytes,
                LapsNs = _laps,
            };
    }
}
