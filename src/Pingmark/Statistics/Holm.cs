namespace Pingmark.Statistics;

/// <summary>Decides which of several differences are real, with a chance of 5 % that any of them is not: the smallest
/// p-value is compared with 0.05/k, the next with 0.05/(k - 1), and so on until one fails (S. Holm, <em>A simple
/// sequentially rejective multiple test procedure</em>, Scandinavian Journal of Statistics 6, 1979).</summary>
internal static class Holm
{
    /// <returns>For each p-value the level that it was compared with, and whether it passed.</returns>
    public static IReadOnlyList<(double Level, bool IsReal)> StepDown(IReadOnlyList<double> pValues, double chance)
    {
        var result = new (double, bool)[pValues.Count];
        var passed = true;
        var left = pValues.Count;
        foreach (var i in Enumerable.Range(0, pValues.Count).OrderBy(i => pValues[i]))
        {
            // Once one has failed, none of the larger ones passes, and the number of those left stays.
            passed &= pValues[i] <= chance / left;
            result[i] = (chance / left, passed);
            if (passed)
                left--;
        }
        return result;
    }
}
