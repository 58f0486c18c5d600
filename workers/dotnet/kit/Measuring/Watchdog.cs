namespace Pingmark.Worker.Kit;

/// <summary>
/// Notices lanes that are silent for so long that waiting is in vain: a send or receive does not return. Silence is
/// counted in looks, so that time for which the whole process was stopped is none.
/// </summary>
public sealed class Watchdog(int lanes)
{
    private readonly long[] _signs = new long[lanes];
    private readonly int[] _silentLooks = new int[lanes];

    /// <summary>To be called every <see cref="Constants.WatchdogIntervalNs"/>.</summary>
    /// <param name="signOf">How often the lane of that index has given a sign of life.</param>
    /// <returns>Whether waiting is in vain.</returns>
    public bool Look(Func<int, long> signOf)
    {
        var (fewest, most) = (int.MaxValue, 0);
        for (var lane = 0; lane < _signs.Length; lane++)
        {
            var sign = signOf(lane);
            _silentLooks[lane] = sign == _signs[lane] ? _silentLooks[lane] + 1 : 0;
            _signs[lane] = sign;
            fewest = Math.Min(fewest, _silentLooks[lane]);
            most = Math.Max(most, _silentLooks[lane]);
        }
        return fewest >= Constants.WatchdogAllLanesSilentIntervals || most >= Constants.WatchdogOneLaneSilentIntervals;
    }
}
