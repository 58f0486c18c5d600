using System.Diagnostics;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Waits for a condition and no longer: looks again every few ms until it holds, and fails at a
/// deadline.</summary>
internal static class Eventually
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    /// <summary>Of what a look took: one at all processes takes milliseconds of a core, which what is waited for may
    /// need.</summary>
    private const double PausePerLook = 5;

    /// <summary>For those who can't await: apart from the caller's context, which would wait for itself.</summary>
    public static void True(Func<bool> condition, TimeSpan deadline, Func<string> otherwise) =>
        Task.Run(() => TrueAsync(condition, deadline, otherwise)).GetAwaiter().GetResult();

    public static async Task TrueAsync(Func<bool> condition, TimeSpan deadline, Func<string> otherwise)
    {
        for (var watch = Stopwatch.StartNew(); ; )
        {
            var began = watch.Elapsed;
            if (condition())
                return;
            if (watch.Elapsed > deadline)
                Assert.Fail($"not within {deadline.TotalSeconds:0.#} s: {otherwise()}");
            var pause = PausePerLook * (watch.Elapsed - began);
            await Task.Delay(pause > BetweenLooks ? pause : BetweenLooks);
        }
    }
}
