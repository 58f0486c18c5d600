namespace Pingmark.Statistics;

/// <summary>Measures how alike successive values are: a thread pool that has found another number of threads keeps it
/// for some slices, for example. The mean of such values tells less than that of as many independent ones.</summary>
public static class Autocorrelation
{
    /// <summary>How many standard errors a correlation must exceed to be taken for real. That of independent values is
    /// 1/√n (M. S. Bartlett, <em>On the theoretical specification and sampling properties of autocorrelated
    /// time-series</em>, Suppl. Journal of the Royal Statistical Society 8, 1946).</summary>
    private const double Beyond = 2;

    /// <summary>How many times larger the variance of the mean is than that of as many independent values: 1 + 2 (ρ₁ +
    /// ρ₂ + …), with the correlations up to the first that may be chance; 1 where even ρ₁ may be.</summary>
    /// <param name="rounds">The values of each round in the order of time. Deviations are taken from each round's own
    /// mean, and correlations are pooled over all rounds.</param>
    public static double VarianceInflation(IReadOnlyList<IReadOnlyList<double>> rounds)
    {
        var deviations = rounds
            .Select(round => round.Average() is var mean ? round.Select(value => value - mean).ToArray() : [])
            .ToList();
        var squares = deviations.Sum(round => round.Sum(d => d * d));
        var count = deviations.Sum(round => round.Length);
        var most = deviations.Max(round => round.Length) / 2;
        var inflation = 1.0;
        for (var lag = 1; lag <= most && squares > 0; lag++)
        {
            var correlation = deviations.Sum(round => Products(round, lag)) / squares;
            if (correlation <= Beyond / Math.Sqrt(count))
                break;
            inflation += 2 * correlation;
        }
        return inflation;
    }

    private static double Products(double[] deviations, int lag)
    {
        var sum = 0.0;
        for (var i = lag; i < deviations.Length; i++)
            sum += deviations[i] * deviations[i - lag];
        return sum;
    }
}
