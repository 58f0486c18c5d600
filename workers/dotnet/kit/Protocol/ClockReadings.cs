namespace Pingmark.Worker.Kit;

/// <summary>Readings of a clock, one after another with pauses of random lengths between them, and the resolution that
/// they show: the step of the value itself, which may be far below what a call takes.</summary>
internal sealed class ClockReadings(long first)
{
    private const int DifferencesKept = 10_000,
        StepsInAUsualDifference = 1_000,
        Few = 10;

    /// <summary>For each reading that differs from the one before.</summary>
    private const long RepeatsOfACoarseClock = 9;

    /// <summary>Of steps, in units of the readings.</summary>
    private const double FinestToldFromChance = 4;

    /// <summary>What is longer was interrupted, in usual differences.</summary>
    private const double Reach = 100;

    /// <summary>Of a difference, in units of the readings.</summary>
    private const double Rounding = 1;

    /// <summary>One in so many differences may be no multiple.</summary>
    private const int MisfitsOf = 100;

    private readonly long[] _differences = new long[DifferencesKept];
    private long _before = first,
        _advances,
        _repeats;

    /// <summary>Whether there are too few differences to tell steps of the clock from interruptions.</summary>
    public bool AreFew => _advances < Few;

    /// <summary>How often a reading was below the one before.</summary>
    public long WentBack { get; private set; }

    /// <summary>Adds what the clock showed next.</summary>
    public void Add(long reading)
    {
        var difference = reading - _before;
        _before = reading;
        if (difference > 0)
            _differences[_advances++ % DifferencesKept] = difference;
        else if (difference == 0)
            _repeats++;
        else
            WentBack++;
    }

    /// <summary>The step of the clock, in units of its readings; 0: it stood still. It is the largest of which
    /// practically all differences are multiples but for the readings' rounding, and 1 where that is not told from
    /// chance.</summary>
    public double Resolution()
    {
        if (_advances == 0)
            return 0;
        var sorted = _differences[..(int)Math.Min(_advances, DifferencesKept)];
        Array.Sort(sorted);
        if (_repeats >= RepeatsOfACoarseClock * _advances)
            return Refined(sorted, sorted[0], Reach * sorted[0]);
        // Shorter ones may be something else, and longer ones were more often interrupted.
        double usual = sorted[sorted.Length / 10];
        long[] undisturbed = [.. sorted.TakeWhile(length => length <= Reach * usual)];
        for (var steps = 1; steps <= StepsInAUsualDifference && usual / steps >= FinestToldFromChance; steps++)
        {
            var step = usual / steps;
            // Of long differences only a step that is about right tells the multiple.
            foreach (var longest in new[] { 2 * usual, 10 * usual, Reach * usual })
                step = Refined(undisturbed, step, longest);
            if (Fits(undisturbed, step))
                return step;
        }
        return 1;
    }

    /// <summary>A step by which the differences up to the longest are the same multiples as by a step that is about
    /// right.</summary>
    private static double Refined(long[] sorted, double step, double longest)
    {
        var (sum, steps) = (0.0, 0.0);
        foreach (var length in sorted)
        {
            if (length > longest)
                break;
            var multiple = Math.Round(length / step);
            // A processor that never reads the same twice adds one, which is no step.
            if (multiple == 0)
                continue;
            sum += length;
            steps += multiple;
        }
        return steps == 0 ? step : sum / steps;
    }

    private static bool Fits(long[] sorted, double step)
    {
        var misfits = 0;
        foreach (var length in sorted)
            if (Math.Abs(length - Math.Round(length / step) * step) > Rounding && ++misfits * MisfitsOf > sorted.Length)
                return false;
        return true;
    }
}
