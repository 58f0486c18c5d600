namespace Pingmark.Worker.Kit;

/// <summary>
/// The messages that a measurement counts. Lanes draw them in portions that become smaller towards the end, so that a
/// slow lane holds up none of the others, and all of them end at about the same time (guided self-scheduling, C.
/// Polychronopoulos and D. Kuck 1987).
/// </summary>
internal sealed class MessagePool(long messages, int lanes)
{
    private readonly long _portions = (long)Constants.PoolPortionsPerLane * lanes;
    private long _left = messages;

    /// <returns>0: there are none left.</returns>
    public long Draw()
    {
        while (true)
        {
            var left = Volatile.Read(ref _left);
            var portion = Math.Min(left, Math.Max(1, left / _portions));
            if (Interlocked.CompareExchange(ref _left, left - portion, left) == left)
                return portion;
        }
    }
}
