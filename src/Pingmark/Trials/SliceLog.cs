using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>A slice, with all tries in which it was measured.</summary>
/// <param name="Counted">The last try, which counts.</param>
/// <param name="Disturbers">The names of what disturbed each try.</param>
/// <param name="IsDisturbed">Whether a worker or compiler disturbed the last try, too.</param>
/// <param name="IsCrowded">Whether processes outside of the run disturbed the last try, too.</param>
internal sealed record SliceTries(
    CountedRun Counted,
    IReadOnlyList<IReadOnlyList<string>> Disturbers,
    bool IsDisturbed,
    bool IsCrowded
);

/// <summary>The slices of one cell in one block.</summary>
internal sealed class SliceLog
{
    private sealed record Entry(int Pass, SliceTries Slice, long EndedNs)
    {
        public Measurement Measured => Slice.Counted.Measured;
    }

    private readonly List<Entry> _slices = [];
    private long _answered;

    public IReadOnlyList<double> RatesPerS => _slices.Select(slice => slice.Measured.ThroughputPerS).ToList();

    public void Add(int pass, SliceTries slice)
    {
        _slices.Add(new(pass, slice, Clock.NowNs));
        _answered += slice.Counted.Measured.Answered;
    }

    /// <summary>The number of answers in slices since the last call.</summary>
    public long TakeAnswerCount()
    {
        var answered = _answered;
        _answered = 0;
        return answered;
    }

    /// <param name="beganNs">When the block began.</param>
    public Timeline Timeline(long beganNs) =>
        new()
        {
            SliceEndedAtNs = _slices.Select(slice => slice.EndedNs - beganNs).ToList(),
            SliceRttP50Ns = _slices.Select(slice => slice.Measured.Rtt.SupportedPercentileNs(0.5)).ToList(),
            SliceRttP99Ns = _slices.Select(slice => slice.Measured.Rtt.SupportedPercentileNs(0.99)).ToList(),
            SliceTries = _slices.Select(slice => slice.Slice.Disturbers.Count).ToList(),
        };

    /// <summary>Adds the slices to a trial's record.</summary>
    /// <param name="generators">How several client workers measured together; null where there is one.</param>
    public TrialRecord AddTo(TrialRecord record, GeneratorsRecord? generators)
    {
        var counted = _slices.Select(slice => slice.Slice.Counted).ToList();
        return record with
        {
            Slices = counted.Count == 0 ? null : CountedRun.Sum(counted) with { Generators = generators },
            SliceRatesPerS = RatesPerS,
            SlicePasses = _slices.Select(slice => slice.Pass).ToList(),
            Parts =
                counted.Count == 0
                    ? null
                    : SliceParts.From([.. counted.Select(slice => (slice.Measured, slice.Server, slice.Client))]),
            RepeatedSlices = _slices.Sum(slice => slice.Slice.Disturbers.Count - 1),
            DisturbedSlices = _slices.Count(slice => slice.Slice.IsDisturbed),
            CrowdedSlices = _slices.Count(slice => slice.Slice.IsCrowded),
            DisturbedBy = _slices
                .SelectMany(slice => slice.Slice.Disturbers)
                .SelectMany(names => names)
                .CountBy(name => name)
                .OrderByDescending(name => name.Value)
                .ThenBy(name => name.Key, StringComparer.Ordinal)
                .Select(name => name.Key)
                .ToList(),
        };
    }
}
