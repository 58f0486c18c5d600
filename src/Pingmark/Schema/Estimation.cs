using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>How a cell's figure follows from its trials.</summary>
public abstract record Estimation
{
    private Estimation() { }

    /// <summary>One value a stretch, averaged over each round's stretches; then mean and interval over
    /// rounds.</summary>
    /// <param name="Of">Null where the stretch can't tell.</param>
    public sealed record PerStretch(Func<CountedWindow, double?> Of) : Estimation
    {
        /// <summary>Where it is known of every slice: these, none 0, and what follows from them in place of
        /// <see cref="Of"/>.</summary>
        public Func<TrialRecord, IReadOnlyList<double>>? OfSlices { get; init; }

        /// <summary>Slices can't tell it.</summary>
        public bool IsOfUnbroken { get; init; }
    }

    /// <summary>A quantile of all rounds' round trips, or other times, together, since averaging quantiles has no
    /// meaning. From unbroken stretches alone: timers and resends follow wall time, which slices cut, and what stands
    /// in one row must come from one regime.</summary>
    public sealed record Quantile(double Q) : Estimation
    {
        /// <summary>What is counted; null where the stretch doesn't have it.</summary>
        public Func<CountedWindow, long[]?> Counts { get; init; } = stretch => stretch.Histogram;
    }

    /// <summary>The longest round trip of all unbroken stretches.</summary>
    public sealed record LongestRoundTrip : Estimation;

    /// <summary>The mean of all laps.</summary>
    public sealed record MeanLap : Estimation;

    /// <summary>Whether slices can tell it.</summary>
    public bool MayBeSliced => this is PerStretch { IsOfUnbroken: false } or MeanLap;

    /// <summary>The figure of one stretch alone, for comparisons and audits; null where there is none.</summary>
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
