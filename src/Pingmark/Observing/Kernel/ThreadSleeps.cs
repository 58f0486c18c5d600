using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>When a thread slept that otherwise ran between any two readings. At the time of a reading it is known
/// whether it stood in a system call that sleeps. How much of the readings before and after belongs to the sleep
/// follows from how much less it ran in them than it usually does.</summary>
internal sealed class ThreadSleeps
{
    /// <summary>Who ran for more of a reading than this part of the usual did not sleep for most of it.</summary>
    private const double Less = 0.5;

    private readonly List<Sleep> _sleeps = [];
    private Sleep? _open;
    private Reading _last;
    private long _readings,
        _ranReadings,
        _wantedNs,
        _awakeNs;

    /// <summary>Whether it usually ran between two readings, or was ready to, so that one in which it did not tells
    /// something.</summary>
    public bool UsuallyRuns => 2 * _ranReadings > _readings;

    /// <summary>The share of its time awake in which it ran, or was ready to.</summary>
    private double Usual => _awakeNs > 0 ? (double)_wantedNs / _awakeNs : 0;

    /// <summary>Whether a thread that wanted a core for so long in a reading ran so little that it may sleep at its
    /// end.</summary>
    public bool MaySleep(long lengthNs, long wantedNs) =>
        UsuallyRuns && (wantedNs == 0 || wantedNs < Less * Usual * lengthNs);

    /// <summary>Adds a reading.</summary>
    /// <param name="wantedNs">How long the thread ran, or was ready to.</param>
    /// <param name="isAsleep">Whether it stood in a system call that sleeps when the reading ended.</param>
    public void Add(long fromNs, long toNs, long wantedNs, bool isAsleep)
    {
        var reading = new Reading(fromNs, toNs, wantedNs);
        _readings++;
        // A wait is told when it ends: it may have been that of earlier readings.
        _ranReadings += wantedNs > 0 ? Math.Max(1, wantedNs / Math.Max(1, reading.LengthNs)) : 0;
        if (isAsleep)
        {
            // Who did not run at all had begun to sleep in the reading before.
            _open ??= new(wantedNs > 0 ? [reading] : [_last, reading]);
            if (_open.Parts[^1] != reading)
                _open.Parts.Add(reading);
            return;
        }
        if (_open is not null)
        {
            _sleeps.Add(_open with { After = reading });
            (_open, _last) = (null, default);
        }
        else
            _last = reading;
        _wantedNs += wantedNs;
        _awakeNs += reading.LengthNs;
    }

    /// <param name="words">What its events are called.</param>
    public IEnumerable<WatchedEvent> Events(string side, string words)
    {
        if (!UsuallyRuns)
            yield break;
        foreach (var sleep in _open is null ? _sleeps : _sleeps.Append(_open))
        {
            var fromNs = sleep.BeganNs(Usual);
            var toNs = sleep.EndedNs(Usual);
            yield return new(EventKind.SleptElsewhere, side, fromNs, toNs, sleep.LastedNs(Usual), words);
        }
    }

    private readonly record struct Reading(long FromNs, long ToNs, long WantedNs)
    {
        public long LengthNs => ToNs - FromNs;

        public long AsleepNs(double usual) => usual > 0 ? Math.Max(0, LengthNs - (long)(WantedNs / usual)) : 0;
    }

    /// <param name="Parts">Readings: the sleep began in the first, and it was asleep at the end of all others. It may
    /// have run between.</param>
    /// <param name="After">The reading in which it ended.</param>
    private sealed record Sleep(List<Reading> Parts, Reading After = default)
    {
        public long BeganNs(double usual) =>
            Parts[0].LengthNs > 0 ? Parts[0].ToNs - Parts[0].AsleepNs(usual) : Parts[1].FromNs;

        public long EndedNs(double usual) => Parts[^1].ToNs + After.AsleepNs(usual);

        public long LastedNs(double usual) => Parts.Append(After).Sum(part => part.AsleepNs(usual));
    }
}
