using System.Globalization;
using Pingmark.Formatting;

namespace Pingmark.Schema;

/// <summary>Values as suites spell them, so that what did not come from a suite is checked by what reads
/// suites.</summary>
internal static class Spelling
{
    /// <returns>What the reader says against the value; null: nothing, or there is no value.</returns>
    /// <param name="unit">Of numbers.</param>
    public static string? Problem<T>(object? value, string unit, string what, Func<string, string, T> read)
    {
        if (value is null)
            return null;
        try
        {
            read(Of(value) + unit, what);
            return null;
        }
        catch (BadInputException e)
        {
            return e.Message;
        }
    }

    private static string Of(object value) =>
        value switch
        {
            Enum word => word.Word(),
            bool flag => flag ? "true" : "false",
            double share => (100 * share).ToString("0.#########", CultureInfo.InvariantCulture) + "%",
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            _ => $"{value}",
        };
}
