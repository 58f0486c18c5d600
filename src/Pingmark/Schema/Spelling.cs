using System.Globalization;
using Pingmark.Formatting;

namespace Pingmark.Schema;

/// <summary>Writes values as suites spell them, so that values from elsewhere are checked by the readers of
/// suites.</summary>
internal static class Spelling
{
    /// <returns>The reader's message against the value; null where it has none, or there is no value.</returns>
    /// <param name="unit">The unit of numbers.</param>
    public static string? Problem<T>(object? value, string unit, string what, Func<string, string, T> read)
    {
        if (value is null)
            return null;
        try
        {
            read(Spell(value) + unit, what);
            return null;
        }
        catch (BadInputException e)
        {
            return e.Message;
        }
    }

    private static string Spell(object value) =>
        value switch
        {
            Enum word => word.Word(),
            bool flag => flag ? "true" : "false",
            double share => (100 * share).ToString("0.#########", CultureInfo.InvariantCulture) + "%",
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            _ => $"{value}",
        };
}
