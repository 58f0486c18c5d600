namespace Pingmark.Impairment;

/// <summary>The distance of the delay from its mean over time: random values, joined by lines that never fall by more
/// than half a millisecond in a millisecond. So no packet overtakes the one before it, and the mean stays what was
/// asked for at any density of packets. Ten successive values are one from each tenth of the range, so that a few
/// seconds show all of it.</summary>
internal sealed class Jitter
{
    /// <summary>The time between two values, in amplitudes: they differ by two amplitudes at most.</summary>
    private const int StepOfAmplitudes = 4;

    /// <summary>Half of the distance from the first to the ninth decile of the offsets for an amplitude of 1, found by
    /// simulation.</summary>
    public const double HalfDecileDistance = 0.626;

    private readonly long _amplitudeNs;
    private readonly long _stepNs;
    private readonly Random _random;
    private readonly int[] _tenths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    private int _drawn;
    private long _fromNs;
    private double _from;
    private double _to;

    public Jitter(long amplitudeNs, Random random)
    {
        (_amplitudeNs, _stepNs, _random, _drawn) = (amplitudeNs, StepNs(amplitudeNs), random, _tenths.Length);
        (_from, _to) = (Value(), Value());
    }

    public static long StepNs(long amplitudeNs) => StepOfAmplitudes * amplitudeNs;

    /// <param name="elapsedNs">The time since the network began, in ns, which is never less than in the call
    /// before.</param>
    public long OffsetNs(long elapsedNs)
    {
        if (_amplitudeNs == 0)
            return 0;
        while (elapsedNs >= _fromNs + _stepNs)
            (_fromNs, _from, _to) = (_fromNs + _stepNs, _to, Value());
        var along = (double)(elapsedNs - _fromNs) / _stepNs;
        return (long)(_amplitudeNs * (_from + (_to - _from) * along));
    }

    private double Value()
    {
        if (_drawn == _tenths.Length)
        {
            _random.Shuffle(_tenths);
            _drawn = 0;
        }
        return 2 * (_tenths[_drawn++] + _random.NextDouble()) / _tenths.Length - 1;
    }
}
