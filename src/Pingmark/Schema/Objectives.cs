using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Reads objectives as people write them: <c>p99&lt;1ms</c>, <c>p99.9&lt;=5ms</c>, <c>lost&lt;0.1%</c>,
/// <c>late(50ms)&lt;1%</c>.</summary>
public static partial class Objectives
{
    private const string Examples = "p99<1ms, p99.9<=5ms, lost<0.1% or late(50ms)<1%";
    private const double HighestPercentile = 99.999;

    /// <summary>Reads one objective.</summary>
    /// <param name="what">What messages call it.</param>
    /// <exception cref="BadInputException">The text is no objective; the message says what is wrong with
    /// it.</exception>
    public static Objective Read(string text, string what)
    {
        var match = Form().Match(text);
        if (!match.Success)
            throw new BadInputException(
                text.Contains('>', StringComparison.Ordinal)
                    ? $"{what} must be an upper limit such as {Examples}, not '{text}'"
                    : $"{what} must be an objective such as {Examples}, not '{text}'"
            );
        var (name, argument, limit) = (match.Groups[1].Value, match.Groups[3].Value, match.Groups[5].Value);
        var read =
            name is "lost" or "late" ? OfShare(name, match.Groups[2].Success ? argument : null, limit, text, what)
            : Percentile(name, text, what) is var percentile && match.Groups[2].Success
                ? throw new BadInputException($"{what}: {name} has nothing in brackets: '{text}'")
            : new Objective(text, ObjectiveQuantity.Percentile, Units.Duration(limit, $"{what}: the limit of {name}"))
            {
                Percentile = percentile,
            };
        var allowsLimit = match.Groups[4].Value == "<=";
        if (read.Limit <= 0 && !(allowsLimit && read.Quantity != ObjectiveQuantity.Percentile))
            throw new BadInputException(
                $"{what}: nothing meets '{text}'" + (name == "lost" ? "; lost<=0% allows no loss" : "")
            );
        return read with { Text = string.Concat(text.Where(c => !char.IsWhiteSpace(c))), AllowsLimit = allowsLimit };
    }

    /// <summary>What in several objectives contradicts itself; null where nothing does.</summary>
    public static string? Contradiction(IReadOnlyList<Objective> objectives)
    {
        var twice = objectives
            .GroupBy(one => (one.Quantity, one.Percentile, one.LateAfterNs))
            .FirstOrDefault(same => same.Count() > 1);
        if (twice is not null)
            return $"{string.Join(" and ", twice)} limit the same: give one of them";
        var percentiles = objectives.Where(one => one.Percentile is not null).OrderBy(one => one.Percentile).ToList();
        foreach (var (lower, higher) in percentiles.Zip(percentiles.Skip(1)))
            if (lower.Limit >= higher.Limit)
                return $"{lower} and {higher} contradict each other: {higher} implies a shorter "
                    + $"{lower.Text[..lower.Text.IndexOf('<', StringComparison.Ordinal)]}; leave {lower} away";
        return null;
    }

    private static Objective OfShare(string name, string? argument, string limit, string text, string what)
    {
        var share = Units.Fraction(limit, $"{what}: the limit of {name}");
        if (share >= 1)
            throw new BadInputException($"{what}: every server meets '{text}'");
        if (name == "lost")
            return argument is null
                ? new(text, ObjectiveQuantity.Lost, share)
                : throw new BadInputException($"{what}: lost has nothing in brackets: '{text}'");
        return argument is null
            ? throw new BadInputException($"{what}: late needs a time, such as late(50ms)<1%, not '{text}'")
            : new(text, ObjectiveQuantity.Late, share)
            {
                LateAfterNs = Units.Duration(argument, $"{what}: the time of late"),
            };
    }

    private static double Percentile(string name, string text, string what)
    {
        if (!PercentileForm().IsMatch(name))
            throw new BadInputException(
                $"{what} has the unknown quantity '{name}' in '{text}'"
                    + NearestName.Suggestion(name, ["p50", "p90", "p99", "p99.9", "lost", "late"])
            );
        var number = double.Parse(name[1..], CultureInfo.InvariantCulture);
        if (number is > 0 and <= HighestPercentile)
            return number / 100;
        var digits = name[1..];
        throw new BadInputException(
            $"{what}: there is no percentile {name}: '{text}'"
                + (
                    digits.Length > 2
                    && digits.All(char.IsAsciiDigit)
                    && digits.StartsWith("99", StringComparison.Ordinal)
                        ? $"; did you mean 'p{digits[..2]}.{digits[2..]}'?"
                        : $"; they are above p0 and up to p{HighestPercentile.ToString(CultureInfo.InvariantCulture)}"
                )
        );
    }

    [GeneratedRegex(@"^\s*([A-Za-z_0-9.]+)\s*(\(\s*([^()]*?)\s*\))?\s*(<=|<)\s*([^<>=\s][^<>=]*?)\s*\z")]
    private static partial Regex Form();

    [GeneratedRegex(@"^p[0-9]{1,6}(\.[0-9]{1,4})?\z")]
    private static partial Regex PercentileForm();
}
