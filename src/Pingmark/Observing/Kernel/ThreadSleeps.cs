using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>When a thread slept that usually runs between any two readings. It slept in readings in which it did not
/// run at all and was in a system call that sleeps. How much of the readings before and after belongs to the sleep
/// follows from how much less it ran in them than usual.</summary>
internal sealed class ThreadSleeps
{
    private readonly List<Sleep> _sleeps = [];
    private Reading _last;
    private Sleep? _open;
    private long _readings,
        _ranReadings,
        _wantedNs,
        _awakeNs;

    /// <summary>Whether it ran, or was ready to, in most readings, so that one in which it did not is an
    /// event.</summary>
    public bool UsuallyRuns => 2 * _ranReadings > _readings;

    /// <param name="wantedNs">How long the thread ran, or was ready to.</param>
    /// <param name="isAsleep">Whether it stood in a system call that sleeps.</param>
    public void Add(long fromNs, long toNs, long wantedNs, bool isAsleep)
    {
        var reading = new Reading(toNs - fromNs, wantedNs);
        _readings++;
        // The kernel counts a wait when it ends: it may have begun in earlier readings.
        _ranReadings += wantedNs > 0 ? Math.Max(1, wantedNs / Math.Max(1, reading.LengthNs)) : 0;
        if (isAsleep)
        {
            _open ??= new Sleep(fromNs, toNs, _last, default);
            _open = _open with { ToNs = toNs };
            return;
        }
        if (_open is not null)
            _sleeps.Add(_open with { After = reading });
        _open = null;
        _last = reading;
        _wantedNs += wantedNs;
        _awakeNs += reading.LengthNs;
    }

    /// <param name="words">What its events are called.</param>
    public IEnumerable<WatchedEvent> Events(string side, string words)
    {
        if (!UsuallyRuns)
            yield break;
        var usual = _awakeNs > 0 ? (double)_wantedNs / _awakeNs : 0;
        foreach (var sleep in _open is null ? _sleeps : _sleeps.Append(_open))
        {
            var (fromNs, toNs) = (
                sleep.FromNs - sleep.Before.AsleepNs(usual),
                sleep.ToNs + sleep.After.AsleepNs(usual)
            );
            yield return new(EventKind.SleptElsewhere, side, fromNs, toNs, toNs - fromNs, words);
        }
    }

    private readonly record struct Reading(long LengthNs, long WantedNs)
    {
        public long AsleepNs(double usual) => usual > 0 ? Math.Max(0, LengthNs - (long)(WantedNs / usual)) : 0;
    }

    private sealed record Sleep(long FromNs, long ToNs, Reading Before, Reading After);
}
