using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Readers and bounds of a suite's settings, by which those of a plan are checked, too.</summary>
internal static class SettingKeys
{
    private const long MsNs = 1_000_000,
        SecondNs = 1_000_000_000;

    public static readonly Func<string, string, long> Duration = Values.Duration(MsNs),
        WarmUp = Values.Duration(10 * MsNs, 600 * SecondNs),
        Budget = Values.Duration(SecondNs),
        Slice = Values.Duration(5 * MsNs, 2 * SecondNs);

    public static readonly Func<string, string, int> Rounds = Values.Int(1, 1000),
        Seed = Values.Int(0, int.MaxValue);

    private static readonly Func<string, string, int> Sides = Values.Int(1, int.MaxValue);

    /// <returns>What is wrong with the settings, with its key; null where nothing is.</returns>
    public static string? Problem(SuiteSettings settings) =>
        Spelling.Problem(settings.DurationNs, "ns", "duration_ns", Duration)
        ?? Spelling.Problem(settings.WarmUpNs, "ns", "warm_up_ns", WarmUp)
        ?? Spelling.Problem(settings.Rounds, "", "rounds", Rounds)
        ?? Spelling.Problem(settings.LeastRounds, "", "least_rounds", Rounds)
        ?? Spelling.Problem(settings.BudgetNs, "ns", "budget_ns", Budget)
        ?? Spelling.Problem(settings.Precision, "", "precision", Values.Precision)
        ?? Spelling.Problem(settings.SliceNs, "ns", "slice_ns", Slice)
        ?? Spelling.Problem(settings.Seed, "", "seed", Seed)
        ?? Spelling.Problem(settings.MostSides, "", "most_sides", Sides);
}

/// <summary>The cores of each side, as suites write them and as plans store them.</summary>
internal static class PinKeys
{
    private const string ListPrefix = "cpus:";

    /// <summary>Reads a list of cores, written as in taskset and /sys: <c>0-1,4</c>.</summary>
    public static string ParseList(string text, string what)
    {
        var list = text.Replace(" ", "");
        return list.Length > 0 && CoreList.IsValid(list)
            ? ListPrefix + list
            : throw new BadInputException($"{what} must be a list of cores such as \"0-1\" or \"0,2-3\", not '{text}'");
    }

    /// <summary>Reads a number, <c>rest</c>, <c>all</c>, or a list with <c>cpus:</c> before it.</summary>
    public static string ParseStored(string text, string what) =>
        text.StartsWith(ListPrefix, StringComparison.Ordinal)
            ? ParseList(text[ListPrefix.Length..], what)
            : Values.Cores(text, what);

    /// <summary>What contradicts itself in the cores of both sides; null where nothing does.</summary>
    public static string? Problem(Pin pin) =>
        pin is { Server: "rest", Client: "rest" }
            ? "pin.server and pin.client can't both be the rest; give one of them a count, cpus or all"
            : null;
}

/// <summary>Writes values as suites do, so that the suites' readers can check them.</summary>
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
            read(Format(value) + unit, what);
            return null;
        }
        catch (BadInputException e)
        {
            return e.Message;
        }
    }

    private static string Format(object value) =>
        value switch
        {
            Enum word => word.Word(),
            bool flag => flag ? "true" : "false",
            double share => (100 * share).ToString("0.#########", CultureInfo.InvariantCulture) + "%",
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            _ => $"{value}",
        };
}
