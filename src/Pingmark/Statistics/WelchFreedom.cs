namespace Pingmark.Statistics;

/// <summary>The degrees of freedom of a sum of variances that are known as well as their own (F. E. Satterthwaite,
/// <em>An approximate distribution of estimates of variance components</em>, Biometrics Bulletin 2, 1946; B. L. Welch,
/// Biometrika 34, 1947).</summary>
internal static class WelchFreedom
{
    /// <param name="freedomB">Infinite where b is known without an error.</param>
    /// <returns>1 where nothing varies.</returns>
    public static double OfSum(double a, double freedomA, double b, double freedomB = double.PositiveInfinity) =>
        a + b == 0 ? 1 : (a + b) * (a + b) / (a * a / freedomA + b * b / freedomB);
}
