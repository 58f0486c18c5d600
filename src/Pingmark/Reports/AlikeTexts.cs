using System.Globalization;
using System.Text.RegularExpressions;

namespace Pingmark.Reports;

/// <summary>Texts that differ in nothing but quantities become one, with the least and the most of each: what is true
/// of many cells is said once.</summary>
internal static partial class AlikeTexts
{
    /// <summary>What alike texts have in common.</summary>
    public static string Frame(string text) => Quantity().Replace(text, "\0");

    /// <summary><c>1 of 2 trials is withheld: the hypervisor kept 27.3 to 70.3 % of the CPU time …</c></summary>
    /// <param name="texts">Of one frame.</param>
    public static string Together(IReadOnlyList<string> texts)
    {
        var quantities = texts.Select(text => Quantity().Matches(text)).ToList();
        var place = 0;
        return Quantity()
            .Replace(
                texts[0],
                _ =>
                {
                    var range = Range(quantities.Select(of => of[place].Value).ToList());
                    place++;
                    return range;
                }
            );
    }

    private static string Range(IReadOnlyList<string> quantities)
    {
        var (least, most) = (quantities.MinBy(Value)!, quantities.MaxBy(Value)!);
        return least == most ? least : $"{least} to {most}";
    }

    private static double Value(string quantity) => double.Parse(quantity, CultureInfo.InvariantCulture);

    /// <summary>A number that stands alone, before its unit: none of a name, an address, a port or a version.</summary>
    [GeneratedRegex(@"(?<=^|[\s(])-?(?>\d+(?:\.\d+)?)(?:(?=x\b)|(?![\w:]|\.\d))")]
    private static partial Regex Quantity();
}
