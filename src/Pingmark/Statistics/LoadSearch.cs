namespace Pingmark.Statistics;

/// <summary>
/// Chooses the next load of a search for the highest one that meets an objective. Answers are noisy, so none is final.
/// The best monotone step (<see cref="LoadAnswer.FindThreshold"/>) narrows a bracket; then windows go to both sides of
/// the crossing that <see cref="CapacityFit"/> finds in all answers, which is stochastic approximation with a fitted
/// slope (T. L. Lai, H. Robbins, Annals of Statistics 7, 1979). Each later generation also has a window at a share of
/// the capacity, for the curve, and one far above it, which doubts it.
/// </summary>
public static class LoadSearch
{
    /// <summary>How far from the crossing its windows are, in turns: a line needs both sides.</summary>
    private static readonly double[] Sides = [-1, 1, -0.5, 0.5];

    /// <summary>How far they are at the least and at the most, as logarithms: nearer where the curve is
    /// steeper.</summary>
    private const double NearestLog = 0.012,
        FarthestLog = 0.05;

    /// <summary>The shares of the first guess at which a search begins, and by which loads then grow and
    /// shrink.</summary>
    private const double IdleShare = 0.1,
        SecondShare = 0.5,
        LargeStep = 2,
        Step = 1.5,
        SmallStep = 1.2,
        Down = 0.35;

    /// <summary>The shares of the capacity at which later generations have a window each.</summary>
    private static readonly double[] CurveShares = [0.5, 0.7, 0.9, 0.3];

    /// <summary>So many times the capacity each later generation offers once: a load that is met there shows that a
    /// pause of the machine, and not the server, missed below it. An overload is noticed soon.</summary>
    private const double DoubtFactor = 1.6;

    /// <summary>How wide a bracket may be whose crossing is refined, and how near to a load at which the client does
    /// not keep up it ends.</summary>
    private const double NarrowBracket = 1.25,
        NearClientBracket = 1.15;

    /// <summary>So many windows at an end of what may be offered must say the same.</summary>
    private const int ConfirmingWindows = 2;

    /// <param name="earlier">The answers of earlier generations.</param>
    /// <param name="current">The answers of this generation, in their order.</param>
    /// <returns>The load of the next window; null where another one would tell nothing new.</returns>
    public static double? Next(
        LoadLimits limits,
        IReadOnlyList<IReadOnlyList<LoadAnswer>> earlier,
        IReadOnlyList<LoadAnswer> current
    )
    {
        IReadOnlyList<LoadAnswer> all = [.. earlier.SelectMany(one => one), .. current];
        var next = NextWanted(limits, earlier, current, all);
        if (next is not { } load)
            return null;
        return ClientLimit(all) is { } most && load >= most
            ? BelowClient(limits, current, all, most)
            : limits.Fit(load);
    }

    /// <summary>The lowest load at which the client did not keep up, above all at which it did; null where there is
    /// none.</summary>
    public static double? ClientLimit(IReadOnlyList<LoadAnswer> answers)
    {
        var kept = answers.Where(answer => answer.IsMet).Select(answer => answer.Load).DefaultIfEmpty().Max();
        return answers
            .Where(answer => answer.IsClientBound && answer.Load > kept)
            .Select(answer => (double?)answer.Load)
            .Min();
    }

    private static double? BelowClient(
        LoadLimits limits,
        IReadOnlyList<LoadAnswer> current,
        IReadOnlyList<LoadAnswer> all,
        double most
    )
    {
        var met = all.Where(answer => answer.IsMet).Select(answer => answer.Load).DefaultIfEmpty(limits.Least).Max();
        var between = Math.Sqrt(met * most);
        if (most > NearClientBracket * met && limits.Fit(between) > limits.Fit(met))
            return limits.Fit(between);
        // Each generation sees for itself that it is the client.
        return current.Count(answer => answer.IsClientBound) < ConfirmingWindows ? limits.Fit(most) : null;
    }

    private static double? NextWanted(
        LoadLimits limits,
        IReadOnlyList<IReadOnlyList<LoadAnswer>> earlier,
        IReadOnlyList<LoadAnswer> current,
        IReadOnlyList<LoadAnswer> all
    )
    {
        if (all.Count == 0)
            return IdleShare * limits.Start;
        if (LoadAnswer.FindThreshold(all) is not { } threshold)
            return Math.Min(IdleShare * limits.Start, all.Min(answer => answer.Load) * Down);
        if (double.IsPositiveInfinity(threshold))
            return NextAbove(limits, current, all);
        if (double.IsNegativeInfinity(threshold))
            return NextBelow(limits, current, all);
        if (earlier.Count > 0 && current.Count < 2)
            return (current.Count == 0 ? CurveShares[(earlier.Count - 1) % CurveShares.Length] : DoubtFactor)
                * Math.Exp(Center(earlier));
        var (low, high) = Bracket(all, threshold);
        return high > NarrowBracket * low ? Math.Exp(threshold) : Math.Exp(NearCrossing(earlier, current));
    }

    private static double? NextAbove(
        LoadLimits limits,
        IReadOnlyList<LoadAnswer> current,
        IReadOnlyList<LoadAnswer> all
    )
    {
        var highest = all.Where(answer => !answer.IsClientBound).MaxBy(answer => answer.Load)!;
        if (highest.Load >= limits.Most)
            return current.Count(answer => answer.Load >= limits.Most) < ConfirmingWindows ? limits.Most : null;
        var step =
            highest.Margin <= -LoadAnswer.Most ? LargeStep
            : highest.Margin < -LoadAnswer.Most / 3 ? Step
            : SmallStep;
        return Math.Max(highest.Load * step, SecondShare * limits.Start);
    }

    private static double? NextBelow(
        LoadLimits limits,
        IReadOnlyList<LoadAnswer> current,
        IReadOnlyList<LoadAnswer> all
    )
    {
        var lowest = all.Where(answer => !answer.IsClientBound).Min(answer => answer.Load);
        return lowest > limits.Least ? lowest * Down
            : current.Count(answer => answer.Load <= limits.Least) < ConfirmingWindows ? limits.Least
            : null;
    }

    private static (double Low, double High) Bracket(IReadOnlyList<LoadAnswer> all, double log)
    {
        var server = all.Where(answer => !answer.IsClientBound).ToList();
        return (
            server.Where(answer => answer.Log < log).Max(answer => answer.Load),
            server.Where(answer => answer.Log > log).Min(answer => answer.Load)
        );
    }

    /// <summary>The crossing as far as it is known, within the loads that were offered: a line through a few noisy
    /// windows may cross the limit anywhere, and a window there would be lost.</summary>
    private static double Center(IReadOnlyList<IReadOnlyList<LoadAnswer>> generations)
    {
        var all = generations.SelectMany(one => one).ToList();
        var log = CapacityFit.Fit(generations)?.Log ?? LoadAnswer.FindThreshold(all)!.Value;
        return Math.Clamp(log, all.Min(answer => answer.Log), all.Max(answer => answer.Log));
    }

    /// <summary>The middle follows the generation as soon as it has answers of its own near the crossing: its processes
    /// may be others in speed.</summary>
    private static double NearCrossing(
        IReadOnlyList<IReadOnlyList<LoadAnswer>> earlier,
        IReadOnlyList<LoadAnswer> current
    )
    {
        if (CapacityFit.Fit([.. earlier, current]) is not { } fit)
            return Center([.. earlier, current]);
        var center = Math.Clamp(fit.Crossings[^1] ?? fit.Log, fit.Log - fit.Width, fit.Log + fit.Width);
        var near = current.Count(answer => Math.Abs(answer.Log - center) < fit.Width);
        return center + Sides[near % Sides.Length] * Math.Clamp(1 / fit.Slope, NearestLog, FarthestLog);
    }
}
