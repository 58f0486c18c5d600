using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of round trips, which begin before the message is sent, and of which none is left out. The kit's
/// server knows which messages it delayed, and for how long at least.</summary>
internal static class RoundTripCases
{
    /// <summary>Sends messages that both sides' buffers can't hold. The server begins to receive two of them and leaves
    /// them for a while: the first of a run, and one that is sent when an answer arrived.</summary>
    private static async Task RoundTripsBlockedSendAsync(Bench bench)
    {
        const int Messages = 4;
        var blocked = TimeSpan.FromMilliseconds(250);
        TimeSpan Pause(long number) => number is 1 or 3 ? blocked : TimeSpan.Zero;
        var server = bench.Serve(new() { ReceiveBufferBytes = 8_192, PauseInside = Pause });
        var client = await bench.ConnectAsync(server, PeerFaultCases.MuchAtOnce(bench.Stack));
        ExpectSlow(await client.RunAsync(Messages), slow: 2, blocked);
    }

    private static async Task RoundTripsSlowAnswersAsync(Bench bench)
    {
        const int Messages = 300,
            SlowEvery = 100;
        // Longer than a busy machine holds up others.
        var delay = TimeSpan.FromMilliseconds(100);
        var delayed = 0L;
        TimeSpan Pause(long number)
        {
            if (number > Messages || number % SlowEvery != 0)
                return TimeSpan.Zero;
            delayed++;
            return delay;
        }
        var client = await bench.ConnectAsync(bench.Serve(new() { Pause = Pause }));
        ExpectSlow(await client.RunAsync(Messages), delayed, delay);
    }

    /// <param name="slow">How many round trips took at least that long.</param>
    private static void ExpectSlow(Measurement result, long slow, TimeSpan least)
    {
        // A timer may end a little early, and a histogram rounds.
        var leastNs = 0.9 * least.TotalNanoseconds;
        Expect.AtLeast($"round trips of {leastNs} ns or more", slow, result.Rtt.CountAbove(leastNs));
        Expect.AtLeast("ns of the longest round trip", leastNs, result.RttMaxNs ?? 0);
    }
}
