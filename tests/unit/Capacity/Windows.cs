using System.Collections.Immutable;
using Pingmark.Model;

namespace Pingmark.Tests.Capacity;

/// <summary>Windows of a second with round trips that are chosen.</summary>
internal static class Windows
{
    /// <param name="rttNs">The round trip of all but the slowest.</param>
    /// <param name="slow">How many of the messages are slow.</param>
    public static CountedWindow Of(
        long messages,
        long rttNs,
        long slow = 0,
        long slowNs = 0,
        long lost = 0,
        long latenessNs = 0,
        long? uncorrectedNs = null
    )
    {
        var received = messages - lost;
        return new()
        {
            DurationNs = 1_000_000_000,
            Sent = messages,
            Received = received,
            Answered = received,
            Lost = lost,
            Histograms = ImmutableDictionary<HistogramKind, long[]>
                .Empty.Add(HistogramKind.RoundTrips, Counts((rttNs, received - slow), (slowNs, slow)))
                .Add(HistogramKind.SendLateness, Counts((latenessNs, received)))
                .Add(HistogramKind.Uncorrected, Counts((uncorrectedNs ?? rttNs, received))),
            ServerCost = new(400_000_000, received, 1_000_000_000),
            ClientCost = new(600_000_000, received, 1_000_000_000),
        };
    }

    /// <summary>The window with sides whose busiest threads used these shares of a core.</summary>
    public static CountedWindow Busy(this CountedWindow window, double server, double client) =>
        window with
        {
            Server = Used(window, server),
            Client = Used(window, client),
        };

    private static Usage Used(CountedWindow window, double share) =>
        new() { Messages = window.Received, BusiestThreadCpuNs = (long)(share * window.DurationNs) };

    private static long[] Counts(params (long Ns, long Count)[] values)
    {
        var histogram = new Histogram();
        foreach (var (ns, count) in values.Where(value => value.Count > 0))
            histogram.Record(ns, count);
        return histogram.ToSparse();
    }
}
