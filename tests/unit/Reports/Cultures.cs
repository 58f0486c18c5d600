using System.Globalization;

namespace Pingmark.Tests.Reports;

/// <summary>
/// Cultures that spell numbers and dates otherwise. The build is culture-invariant and knows no "de-DE", so these are
/// invariant clones with the number and date formats of the real ones.
/// </summary>
internal static class Cultures
{
    public static IReadOnlyList<string> All { get; } = ["invariant", "german", "turkish", "swedish"];

    /// <summary>Does something under a culture, and gives the old one back.</summary>
    public static T Under<T>(string name, Func<T> work)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = Create(name);
        try
        {
            return work();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static CultureInfo Create(string name)
    {
        var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        if (name == "invariant")
            return culture;
        culture.NumberFormat.NumberDecimalSeparator = ",";
        culture.NumberFormat.NumberGroupSeparator = name == "swedish" ? "\u00a0" : ".";
        culture.NumberFormat.PercentDecimalSeparator = ",";
        culture.NumberFormat.NegativeSign = name == "swedish" ? "\u2212" : "-";
        culture.DateTimeFormat.DateSeparator = name == "swedish" ? "-" : ".";
        culture.DateTimeFormat.TimeSeparator = name == "turkish" ? "." : ":";
        return culture;
    }
}
