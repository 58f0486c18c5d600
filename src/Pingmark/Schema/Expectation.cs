using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The range in which a claim expects a ratio or figure to be. Bounds are part of it.</summary>
public sealed record Expectation(double Low, double High)
{
    /// <summary>How far from a number is still about it, as a factor: what makes no difference to a reader.</summary>
    public const double Margin = 1.05;

    private const string About = "about ";
    private const string Between = " to ";

    /// <summary>Reads <c>&gt; 50</c>, <c>&lt; 1</c>, <c>about 1</c> or <c>2 to 10</c>.</summary>
    /// <exception cref="BadInputException">The text is none of these, or a number is not positive.</exception>
    public static Expectation Read(string text, string what)
    {
        double Number(string number) =>
            Values.Number(number.Trim(), what) is > 0 and var value
                ? value
                : throw new BadInputException($"{what} must have positive numbers, not '{number.Trim()}'");

        if (text.StartsWith('>'))
            return new(Number(text[1..]), double.PositiveInfinity);
        if (text.StartsWith('<'))
            return new(0, Number(text[1..]));
        if (text.StartsWith(About, StringComparison.Ordinal))
            return Number(text[About.Length..]) is var middle ? new(middle / Margin, middle * Margin) : null!;
        if (text.Split(Between) is [var low, var high])
            return Number(low) is var least && Number(high) is var most && least < most
                ? new(least, most)
                : throw new BadInputException($"{what} must begin with the smaller number, not '{text}'");
        throw new BadInputException($"{what} must be like '> 1', '< 1', 'about 1' or '2 to 10', not '{text}'");
    }

    /// <summary>Reads what a run's files say, which may come from anybody; null where it is nothing that is
    /// known.</summary>
    public static Expectation? Find(string text)
    {
        try
        {
            return Read(text, "");
        }
        catch (BadInputException)
        {
            return null;
        }
    }

    /// <summary>Judges by the whole interval; without one, nothing is decided.</summary>
    public ClaimVerdict Judge(Estimate? measured) =>
        measured is not { CiLow: { } low, CiHigh: { } high } ? ClaimVerdict.Open
        : low >= Low && high <= High ? ClaimVerdict.Reproduced
        : high < Low || low > High ? ClaimVerdict.Contradicted
        : ClaimVerdict.Open;
}
