namespace Pingmark.Conformance.Cases;

/// <summary>How long after their deadlines a client noticed the losses of a measurement.</summary>
/// <param name="LateMs">The delay of each loss that can be told apart, in ms.</param>
/// <param name="MeanLateMs">The mean delay of all losses in ms, where they follow one another and make up the
/// window.</param>
internal sealed record NoticedLosses(IReadOnlyList<double> LateMs, double MeanLateMs = 0)
{
    /// <summary>The limit in ms, <c>loss_noticed_within_ns</c> of protocol/constants.json.</summary>
    private const double WithinMs = 15;

    private const int Tries = 10;

    /// <summary>The place of the delay that is judged, in ascending order. A client that looks every 62 ms, or at a
    /// sixteenth of lost_after, notices no more than a quarter of the losses so soon.</summary>
    private int Rank => LateMs.Count * 3 / 8;

    private double AtRank => LateMs.Order().ElementAt(Rank);

    private bool AreSoon => AtRank is > -WithinMs and <= WithinMs && MeanLateMs is >= 0 and < 2 * WithinMs;

    /// <summary>Measures again where losses were noticed late: a busy machine delays different ones each time, while a
    /// client that looks too seldom is late each time.</summary>
    public static async Task ExpectSoonAsync(Func<Task<NoticedLosses>> measure)
    {
        var noticed = await measure();
        for (var tries = 1; tries < Tries && !noticed.AreSoon; tries++)
            noticed = await measure();
        noticed.ExpectSoon();
    }

    private void ExpectSoon()
    {
        Expect.That(
            AtRank is > -WithinMs and <= WithinMs,
            $"{Rank + 1} of {LateMs.Count} losses noticed within {WithinMs} ms of their deadlines",
            AtRank == double.MaxValue ? "slots that were not used again" : $"{AtRank:0.0} ms"
        );
        Expect.That(
            AreSoon,
            "a window of as many times lost_after as messages, and what it takes to notice",
            $"{MeanLateMs:0.0} ms more for each message"
        );
    }
}
