using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The slices of one cell in one block; the k-th of each cell belongs to the block's k-th pass.</summary>
internal sealed class SliceLog
{
    private const double Median = 0.5,
        Tail = 0.99;

    private readonly List<Counted> _slices = [];
    private readonly List<long> _endedNs = [];
    private readonly List<int> _tries = [];

    private long _answered;

    public int Repeated { get; private set; }
    public int Disturbed { get; private set; }
    public IReadOnlyList<double> RatesPerS => _slices.Select(s => s.Measured.ThroughputPerS).ToList();

    public void Add(Counted slice, int tries, bool wasDisturbed)
    {
        _slices.Add(slice);
        _endedNs.Add(Clock.NowNs);
        _tries.Add(tries);
        _answered += slice.Measured.Answered;
        Repeated += tries - 1;
        Disturbed += wasDisturbed ? 1 : 0;
    }

    /// <summary>Answers in the slices since it was asked last.</summary>
    public long TakeAnswered()
    {
        var answered = _answered;
        _answered = 0;
        return answered;
    }

    /// <param name="beganNs">When the block did.</param>
    public Timeline Timeline(long beganNs) =>
        new()
        {
            SliceEndedAtNs = _endedNs.Select(at => at - beganNs).ToList(),
            SliceRttP50Ns = _slices.Select(s => s.Measured.Rtt.SupportedPercentileNs(Median)).ToList(),
            SliceRttP99Ns = _slices.Select(s => s.Measured.Rtt.SupportedPercentileNs(Tail)).ToList(),
            SliceTries = [.. _tries],
        };

    /// <returns>Null: there was none.</returns>
    public Stretch? Together() => _slices.Count == 0 ? null : Counted.Together(_slices);
}
