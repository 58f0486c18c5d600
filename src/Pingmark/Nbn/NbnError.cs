using Pingmark.Formatting;
using Pingmark.Statistics;

namespace Pingmark.Nbn;

/// <summary>NBN's columns Error and StdDev. Error is half of the 99.9 % confidence interval of the mean, over values
/// that may differ in all that differs from one to the next.</summary>
internal static class NbnError
{
    /// <summary>The fewest values of an interval that says something: of two it has 450 standard deviations to each
    /// side, of three 18, of five 3.9. It is also the number of iterations in NBN's Quick.</summary>
    public const int FewestValues = 5;
    private const double Level = 0.999;

    /// <summary>The texts of both columns.</summary>
    /// <param name="timesNs">The mean time for each message in each round, or in each part of one measurement.</param>
    public static string[] Cells(IReadOnlyList<double> timesNs) =>
        [
            timesNs.Count >= FewestValues
            && ConfidenceInterval.OfMean(timesNs, Level) is { CiLow: { } low, CiHigh: { } high }
                ? NumberText.Duration((high - low) / 2)
                : NumberText.Missing,
            timesNs.Count > 1 ? NumberText.Duration(ConfidenceInterval.StandardDeviation(timesNs)) : NumberText.Missing,
        ];

    /// <summary>Why rows have no Error; null where all have one.</summary>
    public static string? Missing(string values, IReadOnlyList<(string Name, int Values)> rows, string more)
    {
        var few = rows.Where(row => row.Values < FewestValues).ToList();
        if (few.Count == 0)
            return null;
        var of =
            few.Count == rows.Count && few.Select(row => row.Values).Distinct().Count() == 1
                ? $"here {(few[0].Values == 1 ? "is" : "are")} {NumberText.Count(few[0].Values)}"
                : string.Join(", ", few.Select(row => $"{row.Name} has {NumberText.Count(row.Values)}"));
        return $"Error needs {NumberText.Count(FewestValues, values)} at least, and {of}: {more}";
    }
}
