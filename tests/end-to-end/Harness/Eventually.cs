using System.Diagnostics;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Waits for a condition and no longer: looks again every few ms until it holds, and fails at a
/// deadline.</summary>
internal static class Eventually
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    public static async Task TrueAsync(Func<bool> condition, TimeSpan deadline, Func<string> otherwise)
    {
        var watch = Stopwatch.StartNew();
        while (!condition())
        {
            if (watch.Elapsed > deadline)
                Assert.Fail($"not within {deadline.TotalSeconds:0.#} s: {otherwise()}");
            await Task.Delay(BetweenLooks);
        }
    }
}
