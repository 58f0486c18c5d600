using System.Globalization;

namespace Pingmark.Formatting;

/// <summary>Readers of a suite's values. Each member is or makes a function that takes a text and the value's name and
/// gives the value; it throws <see cref="BadInputException"/> with a message that begins with that name.</summary>
internal static class Values
{
    public const int MostCpus = 4096;
    private const long DayNs = 24L * 3600 * 1_000_000_000;

    /// <summary>Reads a whole number within bounds.</summary>
    public static Func<string, string, long> Count(long min, long max) =>
        (text, what) =>
            Within(Units.Count(text, what), min, max, text, what, n => n.ToString(CultureInfo.InvariantCulture));

    /// <summary>Reads a whole number of 32 bits within bounds.</summary>
    public static Func<string, string, int> Int(int min, int max) => (text, what) => (int)Count(min, max)(text, what);

    /// <summary>Reads a duration within bounds, in ns; it is a day at most.</summary>
    public static Func<string, string, long> Duration(long minNs, long maxNs = DayNs) =>
        (text, what) => Within(Units.Duration(text, what), minNs, maxNs, text, what, Units.FormatDuration);

    /// <summary>Reads a size within bounds, in bytes.</summary>
    public static Func<string, string, int> Bytes(int min, int max) =>
        (text, what) => (int)Within(Units.Bytes(text, what), min, max, text, what, Units.FormatBytes);

    /// <summary>Reads a fraction above 0 and up to one half.</summary>
    public static double Precision(string text, string what) =>
        Units.Fraction(text, what) is > 0 and <= 0.5 and var fraction
            ? fraction
            : throw new BadInputException($"{what} must be more than 0 and at most 50%, not '{text}'");

    /// <summary>Reads a share from 0 to a largest one.</summary>
    public static Func<string, string, double> Share(double most) =>
        (text, what) =>
            Units.Fraction(text, what) is var share && share <= most
                ? share
                : throw new BadInputException($"{what} must be 0 % to {NumberText.Percent(most)}, not '{text}'");

    /// <summary>Reads a bit rate within bounds, in bits a second.</summary>
    public static Func<string, string, long> BitRate(long min, long max) =>
        (text, what) => Within(Units.BitRate(text, what), min, max, text, what, Units.FormatBitRate);

    public static bool Flag(string text, string what) =>
        text switch
        {
            "true" => true,
            "false" => false,
            _ => throw new BadInputException($"{what} must be true or false, not '{text}'"),
        };

    public static double Number(string text, string what) =>
        double.TryParse(
            text,
            NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var value
        ) && double.IsFinite(value)
            ? value
            : throw new BadInputException($"{what} must be a number, not '{text}'");

    /// <summary>Reads one of the words of an enum.</summary>
    public static T OneOf<T>(string text, string what)
        where T : struct, Enum => ValueNames.Find<T>(text) ?? throw NoneOf(ValueNames.All<T>(), text, what);

    /// <summary>Reads one of these words.</summary>
    public static Func<string, string, string> OneOf(IReadOnlyList<string> words) =>
        (text, what) => words.Contains(text) ? text : throw NoneOf(words, text, what);

    private static BadInputException NoneOf(IReadOnlyList<string> words, string text, string what) =>
        new($"{what} must be {string.Join(", ", words)}, not '{text}'{NearestName.Suggestion(text, words)}");

    /// <summary>Reads a whole number a second, from 1 to a largest one.</summary>
    public static Func<string, string, int?> Rate(int most) =>
        (text, what) => (int)Within(Units.Rate(text, what), 1, most, text, what, Units.FormatRate);

    /// <summary>Reads the cores of a side: a number of them, <c>rest</c> or <c>all</c>.</summary>
    public static string Cores(string text, string what) =>
        text is "all" or "rest" ? text
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
        && count is > 0 and <= MostCpus
            ? count.ToString(CultureInfo.InvariantCulture)
        : throw new BadInputException(
            $"{what} must be a number of cores, rest, all or {{cpus: \"0-1\"}}, not '{text}'"
        );

    /// <summary>Reads free text for reports. It may not have control characters, which could rewrite what a terminal
    /// shows.</summary>
    public static string Text(string text, string what) =>
        text.Any(c => char.IsControl(c) && c is not ('\n' or '\t'))
            ? throw new BadInputException($"{what} must not have control characters in it: '{text}'")
            : text;

    /// <summary>Reads a label, which is printed in tables and becomes a part of cell ids.</summary>
    public static string Label(string text, string what) =>
        text.Trim() is { Length: > 0 and <= 60 } label && !label.Any(char.IsControl)
            ? label
            : throw new BadInputException($"{what} must be 1 to 60 printable letters, not '{text}'");

    /// <summary>Reads a name for files and for the kernel's modules: letters, digits, <c>.</c>, <c>_</c> and <c>-</c>,
    /// with no dot in front.</summary>
    public static Func<string, string, string> Name(int longest) =>
        (text, what) =>
            text.Length <= longest && text.Length > 0 && text[0] != '.' && text.All(IsNameLetter)
                ? text
                : throw new BadInputException(
                    $"{what} must be up to {longest} letters, digits, '.', '_' or '-', not '{text}'"
                );

    /// <summary>Reads an address to serve on and to connect to, which may not be a wildcard.</summary>
    public static string Address(string text, string what) =>
        IpText.IsWildcard(IpText.Read(text, what))
            ? throw new BadInputException($"{what} must be one machine's address, and '{text}' is a wildcard")
            : text;

    internal static bool IsNameLetter(char c) => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-';

    private static long Within(long value, long min, long max, string text, string what, Func<long, string> format) =>
        value >= min && value <= max
            ? value
            : throw new BadInputException($"{what} must be {format(min)} to {format(max)}, not '{text}'");
}
