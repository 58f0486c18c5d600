namespace Pingmark.Statistics;

/// <summary>Finds where the answer to a question turns from yes to no.</summary>
internal static class Bisection
{
    /// <param name="isBelow">Whether what is looked for is above a value.</param>
    public static double Find(double low, double high, Func<double, bool> isBelow, int halvings = 30)
    {
        for (var i = 0; i < halvings; i++)
        {
            var middle = (low + high) / 2;
            if (isBelow(middle))
                low = middle;
            else
                high = middle;
        }
        return (low + high) / 2;
    }
}
