using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>How a cell's figure follows from its trials.</summary>
public abstract record Estimation
{
    private Estimation() { }

    /// <summary>The values of a sliced trial, one per pass, whose mean is the figure; null if slices don't give
    /// it.</summary>
    public Func<TrialRecord, IReadOnlyList<double>?>? OfSlices { get; init; }

    /// <summary>The mean over rounds of each window's value, with its interval.</summary>
    /// <param name="Value">The value of a window; null where the window can't tell it.</param>
    public sealed record PerWindow(Func<CountedWindow, double?> Value) : Estimation
    {
        /// <summary>Whether only continuous windows tell it.</summary>
        public bool NeedsContinuousWindow { get; init; }
    }

    /// <summary>A quantile of times, from slices, or else from all continuous windows together.</summary>
    public sealed record Quantile(double Q) : Estimation
    {
        /// <summary>The sparse counts that the quantile is of; null where the window doesn't have them.</summary>
        public Func<CountedWindow, long[]?> Counts { get; init; } = window => window.Histogram;
    }

    /// <summary>The longest round trip of all continuous windows.</summary>
    public sealed record LongestRoundTrip : Estimation;

    /// <summary>The mean of all laps.</summary>
    public sealed record MeanLap : Estimation;

    /// <summary>Whether all slices added up can tell the figure as a window does.</summary>
    public bool MayBeSliced => this is PerWindow { NeedsContinuousWindow: false } or MeanLap;

    /// <summary>The figure of one window alone, for comparisons and checks; null where there is none.</summary>
    public double? ValueOf(CountedWindow window) =>
        this switch
        {
            PerWindow perWindow => perWindow.Value(window),
            Quantile quantile => quantile.Counts(window) is { } counts
                ? Histogram.FromSparse(counts).SupportedPercentileNs(quantile.Q)
                : null,
            MeanLap => window.LapsNs.Count > 0 ? window.LapsNs.Average() / 1e6 : null,
            _ => null,
        };
}
