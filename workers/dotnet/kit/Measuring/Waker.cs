namespace Pingmark.Worker.Kit;

/// <summary>Wakes async lanes, whose waits have no end of their own: when they must look for losses, and when they have
/// been silent for a while.</summary>
internal sealed class Waker(IReadOnlyList<Lane> lanes)
{
    public const int IntervalMs = (int)(Constants.FirstLookForLossesAfterNs / Clock.Millisecond);

    /// <summary>The end of a measurement is noticed that often in silence.</summary>
    private const int LooksPerSilence = 10;

    private readonly long[] _turns = new long[lanes.Count];
    private int _looks;

    /// <summary>To be called every <see cref="IntervalMs"/>.</summary>
    public void Look(long now)
    {
        var looksForSilence = ++_looks % LooksPerSilence == 0;
        for (var i = 0; i < _turns.Length; i++)
        {
            var isSilent = looksForSilence && lanes[i].Turns.Value == _turns[i];
            if (looksForSilence)
                _turns[i] = lanes[i].Turns.Value;
            if (isSilent || lanes[i].NextLook <= now)
                lanes[i].Wake?.Invoke();
        }
    }
}
