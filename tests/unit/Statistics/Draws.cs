namespace Pingmark.Tests.Statistics;

/// <summary>Seeded draws from known distributions.</summary>
internal static class Draws
{
    public static double Normal(this Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    public static List<double> Normals(this Random random, int count, double mean, double deviation) =>
        Enumerable.Range(0, count).Select(_ => mean + deviation * random.Normal()).ToList();

    public static List<double> LogNormals(this Random random, int count, double median, double sigma) =>
        random.Normals(count, Math.Log(median), sigma).Select(Math.Exp).ToList();

    /// <summary>In how many of many draws it is true.</summary>
    public static double Share(int draws, Func<bool> holds) =>
        Enumerable.Range(0, draws).Count(_ => holds()) / (double)draws;
}
