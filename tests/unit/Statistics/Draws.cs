namespace Pingmark.Tests.Statistics;

/// <summary>Seeded draws from known distributions.</summary>
internal static class Draws
{
    public static double Normal(this Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    public static List<double> Normals(this Random random, int count, double mean, double deviation) =>
        Enumerable.Range(0, count).Select(_ => mean + deviation * random.Normal()).ToList();

    /// <summary>Each with the one before it: first-order autoregressive, of that mean and deviation.</summary>
    public static List<double> Correlated(
        this Random random,
        int count,
        double mean,
        double deviation,
        double correlation
    )
    {
        var values = new List<double>(count);
        for (var last = random.Normal(); values.Count < count; )
        {
            values.Add(mean + deviation * last);
            last = correlation * last + Math.Sqrt(1 - correlation * correlation) * random.Normal();
        }
        return values;
    }

    /// <summary>Logarithms of what goes at one speed or at a second one, by so much slower.</summary>
    /// <param name="lasts">How likely it is that the next value is of the same speed.</param>
    public static List<double> TwoSpeeds(this Random random, int count, double slower, double lasts)
    {
        var isSlow = random.Next(2) == 0;
        return Enumerable
            .Range(0, count)
            .Select(_ => (isSlow ^= random.NextDouble() > lasts) ? -Math.Log(1 + slower) : 0)
            .ToList();
    }

    public static List<double> LogNormals(this Random random, int count, double median, double sigma) =>
        random.Normals(count, Math.Log(median), sigma).Select(Math.Exp).ToList();

    /// <summary>In how many of many draws it is true.</summary>
    public static double Share(int draws, Func<bool> holds) =>
        Enumerable.Range(0, draws).Count(_ => holds()) / (double)draws;
}
