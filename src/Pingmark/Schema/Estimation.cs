using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>How a cell's figure follows from its trials.</summary>
public abstract record Estimation
{
    private Estimation() { }

    /// <summary>Values of a sliced trial, one for each pass, whose mean is the figure of all of its slices; null where
    /// the figure is not of slices. The function returns null where a trial does not tell them.</summary>
    public Func<TrialRecord, IReadOnlyList<double>?>? OfSlices { get; init; }

    /// <summary>One value of each window, averaged over each round's windows; then mean and interval over
    /// rounds.</summary>
    /// <param name="Of">The value of a window; null where the window can't tell it.</param>
    public sealed record PerStretch(Func<CountedWindow, double?> Of) : Estimation
    {
        /// <summary>Whether only unbroken windows tell it.</summary>
        public bool IsOfUnbroken { get; init; }
    }

    /// <summary>A quantile of the round trips, or other times. Where slices do not tell it, it is the one of the
    /// unbroken windows of all rounds together.</summary>
    public sealed record Quantile(double Q) : Estimation
    {
        /// <summary>The sparse counts that the quantile is of; null where the window doesn't have them.</summary>
        public Func<CountedWindow, long[]?> Counts { get; init; } = stretch => stretch.Histogram;
    }

    /// <summary>The longest round trip of all unbroken windows.</summary>
    public sealed record LongestRoundTrip : Estimation;

    /// <summary>The mean of all laps.</summary>
    public sealed record MeanLap : Estimation;

    /// <summary>Whether slices can tell the figure.</summary>
    public bool MayBeSliced => this is PerStretch { IsOfUnbroken: false } or MeanLap;

    /// <summary>The figure of one window alone, for comparisons and checks; null where there is none.</summary>
    public double? OfStretch(CountedWindow stretch) =>
        this switch
        {
            PerStretch perStretch => perStretch.Of(stretch),
            Quantile quantile => quantile.Counts(stretch) is { } counts
                ? Histogram.FromSparse(counts).SupportedPercentileNs(quantile.Q)
                : null,
            MeanLap => stretch.LapsNs.Count > 0 ? stretch.LapsNs.Average() / 1e6 : null,
            _ => null,
        };
}
