using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The slices of one cell in one block; the k-th of each cell belongs to the block's k-th pass.</summary>
internal sealed class SliceLog
{
    private readonly List<Counted> _slices = [];

    private long _answered;

    public int Repeated { get; private set; }
    public int Disturbed { get; private set; }
    public IReadOnlyList<double> RatesPerS => _slices.Select(s => s.Measured.ThroughputPerS).ToList();

    public void Add(Counted slice, int tries, bool wasDisturbed)
    {
        _slices.Add(slice);
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

    /// <returns>Null: there was none.</returns>
    public Stretch? Together() => _slices.Count == 0 ? null : Counted.Together(_slices);
}
