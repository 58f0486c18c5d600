using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>What the answers of a search say together.</summary>
/// <param name="Capacity">The geometric mean of the generations' crossings, with Student's t interval over generations,
/// which are the replicates: windows of one generation share their processes. Null where no generation has a
/// crossing.</param>
/// <param name="Crossings">The load at which each generation crosses the limit; null where it does not.</param>
public sealed record LoadEstimate(CapacityOutcome Outcome, Estimate? Capacity, IReadOnlyList<double?> Crossings)
{
    /// <summary>The fewest generations that have an interval: Student's t of fewer is so wide that it tells
    /// nothing.</summary>
    public const int FewestGenerations = 5;

    /// <summary>How far from the crossing, as a logarithm, a window tells who is at the limit.</summary>
    private const double AtLimitLog = 0.1;

    /// <summary>So many times what windows can't see the capacity may be too high: a queue that an overload of a share
    /// makes waits longer by that share of the time that it lasts, and half of the messages came before.</summary>
    private const double TooHighPerUnseen = 0.6;

    /// <param name="generations">The answers of each generation.</param>
    public static LoadEstimate FromAnswers(LoadLimits limits, IReadOnlyList<IReadOnlyList<LoadAnswer>> generations)
    {
        var all = generations.SelectMany(one => one).ToList();
        var threshold = LoadAnswer.FindThreshold(all);
        if (threshold is null or double.PositiveInfinity)
            return None(
                all.Exists(answer => answer.IsClientBound) ? CapacityOutcome.BeyondClient
                : all.Exists(answer => answer.Load >= limits.Most) ? CapacityOutcome.NoLoadMisses
                : CapacityOutcome.TooFewGenerations
            );
        if (threshold is double.NegativeInfinity)
            return None(
                all.Exists(answer => answer.Load <= limits.Least && !answer.IsClientBound)
                    ? CapacityOutcome.IdleMisses
                    : CapacityOutcome.TooFewGenerations
            );
        if (CapacityFit.Fit(generations) is not { } fit)
            return None(CapacityOutcome.TooFewGenerations);
        if (IsOfClient(all, fit.Log))
            return None(CapacityOutcome.BeyondClient);
        var crossings = fit.Crossings.Select(log => log is { } own ? (double?)Math.Exp(own) : null).ToList();
        var known = crossings.OfType<double>().ToList();
        var capacity = ConfidenceInterval.OfGeometricMean(known)!;
        return known.Count >= FewestGenerations
            ? new(
                CapacityOutcome.Found,
                capacity with
                {
                    CiLow = capacity.CiLow * Math.Exp(-TooHighPerUnseen * fit.Unseen),
                },
                crossings
            )
            : new(CapacityOutcome.TooFewGenerations, capacity with { CiLow = null, CiHigh = null }, crossings);

        LoadEstimate None(CapacityOutcome outcome) => new(outcome, null, [.. generations.Select(_ => (double?)null)]);
    }

    /// <summary>Whether the client failed to keep up in most windows that missed near the crossing: nobody knows then
    /// what the server would have done.</summary>
    private static bool IsOfClient(List<LoadAnswer> all, double log)
    {
        var beyond = all.Where(answer => Math.Abs(answer.Log - log) < AtLimitLog && !answer.IsMet).ToList();
        return beyond.Count(answer => answer.IsClientBound) * 2 > beyond.Count;
    }
}
