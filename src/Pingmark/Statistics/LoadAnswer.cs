namespace Pingmark.Statistics;

/// <summary>What a window said of one load.</summary>
/// <param name="Load">The offered load, above 0.</param>
/// <param name="Margin">How far the worst objective is beyond its limit, as a logarithm: 0 at the limit, below 0 where
/// all are met, infinite where more was not answered than the objective leaves out.</param>
/// <param name="IsClientBound">Whether the client did not keep up, so that nothing is said of the server.</param>
public sealed record LoadAnswer(double Load, double Margin, bool IsClientBound = false)
{
    /// <summary>The margin from which on more makes no difference, a factor of 4: round trips of an overload grow for
    /// as long as it lasts.</summary>
    internal static readonly double Most = Math.Log(4);

    /// <summary>The excess from which on more makes no difference.</summary>
    internal const double MostExcess = 20;

    /// <summary>The share of the values beyond the limit, as a multiple of the share that may be: 1 at the limit. Where
    /// the objective is a share itself its margin tells it.</summary>
    public double Excess
    {
        get;
        init => field = Math.Clamp(value, 0, MostExcess);
    } = Math.Min(MostExcess, Math.Exp(Margin));

    /// <summary>The limit as a share of the window's length; 0 where the objective limits no time. A window ends before
    /// the answers of a smaller overload are too late.</summary>
    public double Unseen { get; init; }

    public double Log => Math.Log(Load);

    public bool IsMet => Margin <= 0 && !IsClientBound;

    /// <summary>The logarithm of the load that divides noisy answers best into those that meet the objective, below it,
    /// and those that miss it, above it: of all monotone steps the one with the least sum of margins on its wrong side.
    /// Infinite where all loads are on one side; null where there is no answer of the server.</summary>
    public static double? FindThreshold(IReadOnlyList<LoadAnswer> answers)
    {
        var sorted = answers.Where(answer => !answer.IsClientBound).OrderBy(answer => answer.Load).ToList();
        if (sorted.Count == 0)
            return null;
        // Below the step it costs what is missed, above it what is met.
        var cost = sorted.Sum(answer => Math.Max(0, -answer.Clipped));
        var (best, at) = (cost, 0);
        for (var i = 0; i < sorted.Count; i++)
        {
            cost += sorted[i].Clipped;
            var isEndOfLoad = i + 1 == sorted.Count || sorted[i + 1].Load > sorted[i].Load;
            if (isEndOfLoad && cost < best - 1e-9)
                (best, at) = (cost, i + 1);
        }
        return at == 0 ? double.NegativeInfinity
            : at == sorted.Count ? double.PositiveInfinity
            : Between(sorted[at - 1], sorted[at]);
    }

    /// <summary>Where a line through two answers crosses the limit; the middle where they say the opposite.</summary>
    private static double Between(LoadAnswer low, LoadAnswer high)
    {
        var (below, above) = (Math.Max(0, -low.Clipped), Math.Max(0, high.Clipped));
        var share = below + above > 0 ? below / (below + above) : 0.5;
        return low.Log + Math.Clamp(share, 0.1, 0.9) * (high.Log - low.Log);
    }

    private double Clipped => Math.Clamp(Margin, -Most, Most);
}

/// <summary>The loads that a search may offer.</summary>
/// <param name="Start">A guess of the capacity.</param>
public sealed record LoadLimits(double Least, double Most, double Start)
{
    /// <summary>Whether loads are whole numbers, as connections are.</summary>
    public bool IsWhole { get; init; }

    /// <summary>A load that may be offered.</summary>
    public double Fit(double load)
    {
        var within = Math.Clamp(load, Least, Most);
        return IsWhole ? Math.Round(within) : within;
    }
}
