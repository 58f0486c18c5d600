using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Keeps the slices of one cell in one block; there are one or several in each of the block's
/// passes.</summary>
internal sealed class SliceLog
{
    private const double Median = 0.5,
        Tail = 0.99;

    private readonly List<CountedRun> _slices = [];
    private readonly List<long> _endedNs = [];
    private readonly List<int> _tries = [];
    private readonly List<int> _passes = [];

    private long _answered;

    private readonly Dictionary<string, int> _disturbers = [];

    public int Repeated { get; private set; }
    public int Disturbed { get; private set; }
    public int Crowded { get; private set; }

    /// <summary>The names of those that disturbed slices; who did so most often comes first.</summary>
    public IReadOnlyList<string> DisturbedBy =>
        _disturbers
            .OrderByDescending(d => d.Value)
            .ThenBy(d => d.Key, StringComparer.Ordinal)
            .Select(d => d.Key)
            .ToList();
    public IReadOnlyList<double> RatesPerS => _slices.Select(s => s.Measured.ThroughputPerS).ToList();

    /// <summary>The block's pass to which each slice belongs.</summary>
    public IReadOnlyList<int> Passes => [.. _passes];

    public void Add(int pass, SliceTries slice)
    {
        _passes.Add(pass);
        _slices.Add(slice.Measured);
        _endedNs.Add(Clock.NowNs);
        _tries.Add(slice.Disturbers.Count);
        _answered += slice.Measured.Measured.Answered;
        Repeated += slice.Disturbers.Count - 1;
        Disturbed += slice.IsDisturbed ? 1 : 0;
        Crowded += slice.IsCrowded ? 1 : 0;
        foreach (var name in slice.Disturbers.SelectMany(names => names))
            _disturbers[name] = _disturbers.GetValueOrDefault(name) + 1;
    }

    /// <summary>How many answers there were in the slices since this was asked last.</summary>
    public long TakeAnswered()
    {
        var answered = _answered;
        _answered = 0;
        return answered;
    }

    /// <summary>Tells when the slices were measured.</summary>
    /// <param name="beganNs">When the block began.</param>
    public Timeline Timeline(long beganNs) =>
        new()
        {
            SliceEndedAtNs = _endedNs.Select(at => at - beganNs).ToList(),
            SliceRttP50Ns = _slices.Select(s => s.Measured.Rtt.SupportedPercentileNs(Median)).ToList(),
            SliceRttP99Ns = _slices.Select(s => s.Measured.Rtt.SupportedPercentileNs(Tail)).ToList(),
            SliceTries = [.. _tries],
        };

    /// <summary>What each slice contributes to the figures of all of them.</summary>
    public SliceParts Parts() =>
        SliceParts.From([.. _slices.Select(slice => (slice.Measured, slice.Server, slice.Client))]);

    /// <returns>Null: there was none.</returns>
    public CountedWindow? Sum() => _slices.Count == 0 ? null : CountedRun.Sum(_slices);
}
