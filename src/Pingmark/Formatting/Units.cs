using System.Globalization;
using System.Text.RegularExpressions;

namespace Pingmark.Formatting;

/// <summary>
/// Quantities as people write them in suites and on the command line, the same in every culture. <c>what</c> is the
/// name of the value, with which every error begins: <c>duration needs a unit: '30' could be 30ms, 30s, ...</c>
/// </summary>
public static partial class Units
{
    private sealed record Unit(string Symbol, long Size, params string[] Misspelt);

    private static readonly Unit[] Times =
    [
        new("ns", 1, "nsec", "nanos", "nanoseconds"),
        new("us", 1_000, "µs", "μs", "usec", "micros", "microseconds"),
        new("ms", 1_000_000, "msec", "millis", "milliseconds"),
        new("s", 1_000_000_000, "sec", "secs", "second", "seconds"),
        new("m", 60_000_000_000, "min", "mins", "minute", "minutes"),
        new("h", 3_600_000_000_000, "hr", "hrs", "hour", "hours"),
    ];

    private static readonly Unit[] Sizes =
    [
        new("B", 1, "byte", "bytes"),
        new("KiB", 1 << 10, "K", "KB"),
        new("MiB", 1 << 20, "M", "MB"),
        new("GiB", 1 << 30, "G", "GB"),
    ];

    private static readonly Unit[] BitRates =
    [
        new("bit", 1, "bps", "bits", "bit/s"),
        new("kbit", 1_000, "kbps", "Kbit", "kbits", "k"),
        new("Mbit", 1_000_000, "Mbps", "mbit", "Mbits", "Mb", "MB", "M"),
        new("Gbit", 1_000_000_000, "Gbps", "gbit", "Gbits", "Gb", "G"),
    ];

    private const string PerSecond = "/s";
    private static readonly Unit[] Multiples = [new("k", 1_000), new("M", 1_000_000)];

    /// <summary>Reads <c>100ms</c>, <c>1.5 s</c> or <c>2m</c> as nanoseconds. The unit is required: a bare 30 would be
    /// seconds to one reader and milliseconds to another.</summary>
    /// <exception cref="BadInputException">The text is not a duration, its unit is missing or unknown, or it is not a
    /// whole number of ns.</exception>
    public static long Duration(string text, string what)
    {
        var (number, unit) = Split(text, what, "a duration such as 100ms, 5s or 2m");
        if (unit.Length == 0)
            throw new BadInputException(
                $"{what} needs a unit: '{text}' could be {WordList.Join(Times.Select(u => number + u.Symbol), "or")}"
            );
        // µ has no key on many keyboards, so us is the unit's name, but what reports print can be read back.
        return Scale(number, unit is "µs" or "μs" ? "us" : unit, Times, text, what);
    }

    /// <summary>Reads <c>32</c>, <c>32B</c>, <c>1.5KiB</c> or <c>4 MiB</c> as bytes.</summary>
    /// <exception cref="BadInputException">The text is not a size, its unit is unknown, or it is not a whole number of
    /// bytes.</exception>
    public static long Bytes(string text, string what)
    {
        var (number, unit) = Split(text, what, "a size such as 32, 1KiB or 4MiB");
        return Scale(number, unit.Length == 0 ? "B" : unit, Sizes, text, what);
    }

    /// <summary>Reads <c>20000</c>, <c>20k</c> or <c>1.5M</c> as a whole number.</summary>
    /// <exception cref="BadInputException">The text is not a whole number.</exception>
    public static long Count(string text, string what)
    {
        var (number, unit) = Split(text, what, "a whole number");
        return Scale(number, unit, [new("", 1), .. Multiples], text, what);
    }

    /// <summary>Reads <c>10k/s</c>, <c>500/s</c> or <c>1.5M/s</c> as a whole number a second. The <c>/s</c> is
    /// required.</summary>
    /// <exception cref="BadInputException">The text does not end with <c>/s</c>, or is not a whole number.</exception>
    public static long Rate(string text, string what) =>
        text.Trim() is var trimmed && trimmed.EndsWith(PerSecond, StringComparison.Ordinal)
            ? Count(trimmed[..^PerSecond.Length].TrimEnd(), what)
            : throw new BadInputException($"{what} must be a number a second such as 10k/s, not '{text}'");

    /// <summary>A rate as exact text that <see cref="Rate"/> reads back: <c>10k/s</c>, <c>1500/s</c>.</summary>
    public static string FormatRate(long perSecond)
    {
        var multiple = Multiples.LastOrDefault(m => perSecond % m.Size == 0);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{perSecond / (multiple?.Size ?? 1)}{multiple?.Symbol}{PerSecond}"
        );
    }

    /// <summary>Reads <c>10Mbit</c> or <c>256kbit</c> as bits a second. The unit is required: a bare 10 would be Mbit
    /// to one reader and bytes to another.</summary>
    /// <exception cref="BadInputException">The text is not a rate, or its unit is missing or unknown.</exception>
    public static long BitRate(string text, string what)
    {
        var (number, unit) = Split(text, what, "a rate such as 256kbit or 10Mbit");
        return unit.Length > 0
            ? Scale(number, unit, BitRates, text, what)
            : throw new BadInputException(
                $"{what} needs a unit: '{text}' could be {WordList.Join(BitRates.Select(u => number + u.Symbol), "or")}"
            );
    }

    /// <summary>A bit rate as exact text that <see cref="BitRate"/> reads back: <c>10 Mbit</c>.</summary>
    public static string FormatBitRate(long bitsPerS) =>
        Format(bitsPerS, BitRates.LastOrDefault(u => Math.Abs(bitsPerS) >= u.Size) ?? BitRates[0]);

    /// <summary>Reads <c>2%</c> as the fraction 0.02. The unit is required: a bare 5 would be 5 % to one reader and 500
    /// % to another.</summary>
    /// <exception cref="BadInputException">The text is not a share, or its unit is missing.</exception>
    public static double Fraction(string text, string what)
    {
        const string Expected = "a share such as 2%";
        var (number, unit) = Split(text, what, Expected);
        var share = double.Parse(number, CultureInfo.InvariantCulture);
        return unit switch
        {
            "%" => share / 100,
            "" => throw new BadInputException(
                $"{what} needs a unit: '{text}' could be {number}%"
                    + (
                        share == 0
                            ? ""
                            : string.Create(CultureInfo.InvariantCulture, $" or {100 * (decimal)share:0.#########}%")
                    )
            ),
            _ => throw new BadInputException($"{what} must be {Expected}, not '{text}'"),
        };
    }

    /// <summary>A duration as exact text, in the largest unit up to seconds, or whole minutes and hours from two on:
    /// <c>1.5 s</c>, <c>250 us</c>, <c>5 m</c>.</summary>
    public static string FormatDuration(long ns) =>
        Format(
            ns,
            Times.LastOrDefault(u =>
                Math.Abs(ns) >= (u.Size > 1_000_000_000 ? 2 * u.Size : u.Size)
                && (u.Size <= 1_000_000_000 || ns % u.Size == 0)
            ) ?? Times[0]
        );

    /// <summary>A size as exact text, in the largest unit that needs at most two decimals: <c>64 KiB</c>, <c>1.5
    /// MiB</c>, <c>1000 B</c>.</summary>
    public static string FormatBytes(long bytes) =>
        Format(
            bytes,
            Sizes.LastOrDefault(u => Math.Abs(bytes) >= u.Size && (decimal)bytes / u.Size * 100 % 1 == 0) ?? Sizes[0]
        );

    private static string Format(long value, Unit unit) =>
        string.Create(CultureInfo.InvariantCulture, $"{(decimal)value / unit.Size:0.#########} {unit.Symbol}");

    private static (string Number, string Unit) Split(string text, string what, string expected)
    {
        var match = Quantity().Match(text.Trim());
        return match.Success
            ? (match.Groups[1].Value, match.Groups[2].Value)
            : throw new BadInputException($"{what} must be {expected}, not '{text}'");
    }

    private static long Scale(string number, string symbol, Unit[] units, string text, string what)
    {
        if (units.FirstOrDefault(u => u.Symbol == symbol) is not { } unit)
            throw new BadInputException(
                $"{what} has the unknown unit '{symbol}' in '{text}'{Meant(number, symbol, units)}"
            );
        try
        {
            var value = decimal.Parse(number, CultureInfo.InvariantCulture) * unit.Size;
            return value % 1 == 0
                ? decimal.ToInt64(value)
                : throw new BadInputException(
                    $"{what} must be a whole "
                        + $"number{(units[0].Symbol.Length > 0 ? $" of {units[0].Symbol}" : "")}, not '{text}"
                        + "'"
                );
        }
        catch (OverflowException)
        {
            throw new BadInputException($"{what} is too large: '{text}'");
        }
    }

    private static string Meant(string number, string symbol, Unit[] units)
    {
        var spellings = units
            .SelectMany(u => u.Misspelt.Append(u.Symbol).Select(spelling => (Spelling: spelling, u.Symbol)))
            .ToList();
        var nearest = NearestName.Find(symbol, spellings.Select(s => s.Spelling)).FirstOrDefault();
        var meant = spellings.FirstOrDefault(s => s.Spelling == nearest).Symbol;
        return string.IsNullOrEmpty(meant)
            ? $"; units are {WordList.Join(units.Select(u => u.Symbol).Where(s => s.Length > 0), "and")}"
            : $"; did you mean '{number}{meant}'?";
    }

    /// <summary>A number and its unit. The number is short enough for a decimal, and has no sign: nothing that is
    /// written with units is ever negative.</summary>
    [GeneratedRegex(@"^([0-9]{1,19}(?:\.[0-9]{1,9})?) *([\p{L}%]*)\z", RegexOptions.CultureInvariant)]
    private static partial Regex Quantity();
}
