namespace Pingmark.Worker.Kit;

/// <summary>The times of what goes evenly, so often a second: messages of a fixed rate, and ticks.</summary>
/// <param name="Origin">The time of the first one, which has number 0.</param>
internal readonly record struct EvenTimes(long Origin, long RatePerS)
{
    public long Of(long number) =>
        Origin + number / RatePerS * Clock.Second + number % RatePerS * Clock.Second / RatePerS;

    /// <returns>The number of the first one after a time.</returns>
    public long After(long time) => CountIn(time - Origin) + 1;

    public long CountIn(long durationNs) => durationNs * RatePerS / Clock.Second;
}
