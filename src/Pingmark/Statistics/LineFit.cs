using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>A straight line through points, by least squares.</summary>
/// <param name="Slope">The slope with Student's t interval of 95 %, from how far the points are from the line.</param>
/// <param name="Linearity">The share of the variance that the line explains: 1 for points on it.</param>
public sealed record LineFit(Estimate Slope, double Linearity)
{
    private const int Fewest = 3;

    /// <returns>The line; null where there are fewer than three points, or all have the same x.</returns>
    public static LineFit? Fit(IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Count < Fewest)
            return null;
        var (x, y) = (points.Average(p => p.X), points.Average(p => p.Y));
        var ofX = points.Sum(p => (p.X - x) * (p.X - x));
        var ofY = points.Sum(p => (p.Y - y) * (p.Y - y));
        if (ofX == 0)
            return null;
        var slope = points.Sum(p => (p.X - x) * (p.Y - y)) / ofX;
        var left = points.Sum(p => Math.Pow(p.Y - y - slope * (p.X - x), 2));
        var freedom = points.Count - 2;
        var t = StudentT.InvCDF(0, 1, freedom, 0.5 + ConfidenceInterval.Level / 2);
        var half = t * Math.Sqrt(left / freedom / ofX);
        return new(new(slope, slope - half, slope + half), ofY == 0 ? 1 : 1 - left / ofY);
    }
}
