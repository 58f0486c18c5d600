using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The cells that a side of a claim is about, by what it says of them.</summary>
public sealed class ClaimSelector(IReadOnlyDictionary<string, string> conditions)
{
    public const string Stack = "stack",
        Scenario = "scenario";

    /// <summary>The keys that a selector may have.</summary>
    public static IReadOnlyList<string> Keys { get; } = [Stack, Scenario, .. ScenarioKeys.All.Select(key => key.Name)];

    private static readonly Dictionary<string, ScenarioKey> ByName = ScenarioKeys.All.ToDictionary(key => key.Name);

    private readonly IReadOnlyList<ScenarioKey> _keys =
    [
        .. conditions.Keys.Select(key => ByName.GetValueOrDefault(key)).OfType<ScenarioKey>(),
    ];

    public bool NamesStack => conditions.ContainsKey(Stack);

    public bool Selects(CellSummary cell) =>
        conditions.All(one =>
            one.Key switch
            {
                Stack => one.Value == cell.Stack || one.Value == cell.Label,
                Scenario => one.Value == cell.Scenario.Name,
                _ => ByName.GetValueOrDefault(one.Key) is { } key && Has(cell.Scenario, key, one.Value),
            }
        );

    /// <summary>How many other keys differ between two scenarios; named scenarios may differ in all.</summary>
    /// <returns>Null where they can't be held against each other.</returns>
    public int? Differences(Scenario a, Scenario b)
    {
        var others = ScenarioKeys.UsedBy(a, b).Except(_keys).Count(key => key.Id(a) != key.Id(b));
        return others == 0 || conditions.ContainsKey(Scenario) ? others : null;
    }

    private static bool Has(Scenario scenario, ScenarioKey key, string value)
    {
        try
        {
            return key.Text(key.Read(value, key.Name, scenario)) == key.Text(scenario);
        }
        catch (BadInputException)
        {
            // A run's files may come from anybody; what was read from a suite has been checked.
            return false;
        }
    }
}

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

    /// <summary>Reads an expectation of an untrusted file; null if it is invalid.</summary>
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
