namespace Pingmark.Statistics;

/// <summary>How alike successive slices are, as a first-order autoregressive series: a thread pool keeps its number of
/// threads for some slices, for example. The mean of such values is less certain than that of as many independent ones,
/// and their scatter about their own mean is smaller.</summary>
/// <param name="Correlation">Of a slice with the one before it, 0 to <see cref="Highest"/>.</param>
/// <param name="Values">How many values it was learnt from.</param>
/// <param name="Trust">From 0, where it may as well be chance, to 1.</param>
public sealed record Autocorrelation(double Correlation, double Values, double Trust)
{
    private const double Highest = 0.95,
        Lowest = -0.95,
        LeastFreedom = 1;

    public static readonly Autocorrelation None = new(0, double.PositiveInfinity, 0);

    /// <summary>Learns the correlation from the values of many rounds, corrected for its bias in short rounds (F. H. C.
    /// Marriott, J. A. Pope, Biometrika 41, 1954). It is drawn towards 0 the more, the less it exceeds its standard
    /// error of 1/√n (M. S. Bartlett, 1946).</summary>
    /// <param name="alike">What has slices that are alike in the same way. Each may scatter unlike the others, and
    /// counts by the number of its slices.</param>
    public static Autocorrelation From(IReadOnlyList<LogarithmsByRound> alike)
    {
        double products = 0,
            squares = 0;
        foreach (var one in alike.Where(one => one.WithinVariance > 0))
        {
            squares += one.WithinFreedom;
            products += one.Rounds.Sum(NeighboursProducts) / one.WithinVariance;
        }
        if (squares <= 0)
            return None;
        var lengths = alike.SelectMany(one => one.Rounds).Select(round => round.Count).ToList();
        var likely = Solve(products / squares, lengths);
        var values = lengths.Sum(length => length - 1.0);
        if (likely <= 0)
            return new(0, values, 0);
        var trust = likely * likely / (likely * likely + 1 / values);
        return new(likely * trust, values, trust);
    }

    /// <summary>The variance of the mean of so many values, in units of their variance about their own mean, which is
    /// 1/n for independent ones.</summary>
    public double VarianceOfMean(int count)
    {
        var ofMean = VarianceOfMean(Correlation, count);
        return ofMean * (count - 1) / count / (1 - ofMean);
    }

    /// <summary>The degrees of freedom of the scatter of so many values about their mean, and of the correlation that
    /// corrects it.</summary>
    public double Freedom(double count)
    {
        var square = Correlation * Correlation;
        var inverse = (1 + square) / ((1 - square) * count) + Trust * 2 / ((1 - square) * Values);
        return Math.Max(LeastFreedom, 1 / inverse);
    }

    private static double NeighboursProducts(IReadOnlyList<double> round)
    {
        var mean = round.Average();
        return round.Zip(round.Skip(1), (one, next) => (one - mean) * (next - mean)).Sum();
    }

    /// <summary>The variance of the mean of n values, in units of the variance of one.</summary>
    private static double VarianceOfMean(double correlation, int n) =>
        (
            (1 + correlation) / (1 - correlation)
            - 2 * correlation * (1 - Math.Pow(correlation, n)) / (n * (1 - correlation) * (1 - correlation))
        ) / n;

    /// <summary>The correlation whose expected products, relative to the expected squares, are as seen.</summary>
    private static double Solve(double seen, List<int> lengths)
    {
        var alike = lengths.CountBy(length => length).ToList();
        var neighbours = lengths.Sum(n => n - 1.0);
        return Bisection.Find(
            Lowest,
            Highest,
            middle => alike.Sum(n => n.Value * Expected(middle, n.Key) * (n.Key - 1)) / neighbours < seen,
            halvings: 40
        );
    }

    /// <summary>The expected sum of products of neighbours relative to that of squares, both about the mean of n
    /// values.</summary>
    private static double Expected(double correlation, int n)
    {
        if (n < 2)
            return 0;
        var ofMean = VarianceOfMean(correlation, n);
        // The covariance of the first value, and of the last one, with the mean; those of all add up to n times the
        // variance of the mean.
        var ofEnds = (1 - Math.Pow(correlation, n)) / (1 - correlation) / n;
        var products = (n - 1) * (correlation + ofMean) - 2 * (n * ofMean - ofEnds);
        return products / (n * (1 - ofMean));
    }
}
