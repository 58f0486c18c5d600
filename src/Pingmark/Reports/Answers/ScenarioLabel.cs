using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Reports.Answers;

/// <summary>Names scenarios in a sentence by what they differ in: <c>with 16 connections</c>, <c>with 1 to 20
/// connections</c>, <c>in reliable</c>.</summary>
/// <param name="all">All scenarios of the run.</param>
internal sealed partial class ScenarioLabel(IReadOnlyList<Scenario> all)
{
    private readonly List<Func<Scenario, string>> _differing =
    [
        .. ScenarioText.Parts.Where(part => all.Select(part).Distinct().Count() > 1),
    ];

    /// <summary>What tells scenarios of one name apart; empty where each has a name of its own.</summary>
    private readonly List<Func<Scenario, string>> _within = Within(all);

    /// <param name="some">Scenarios that follow each other in the run.</param>
    /// <param name="isShort">Whether the unit of a number is known, so that it can be left out.</param>
    /// <returns>The words with a blank before them; empty where there is nothing to tell apart.</returns>
    public string Of(IReadOnlyList<Scenario> some, bool isShort = false)
    {
        if (all.Count == 1)
            return "";
        if (all.All(scenario => scenario.Name.Length > 0))
            return _within.Count > 0 && some.Count == 1
                    ? $" in {some[0].Name} with {string.Join(", ", _within.Select(part => part(some[0])))}"
                : _within.Count == 0 && some.Count <= 2
                    ? $" in {WordList.Join(some.Select(scenario => scenario.Name).Distinct(), "and")}"
                : $" in {NumberText.Count(some.Count)} scenarios";
        return _differing is [var only] && Range([.. some.Select(only).Distinct()], isShort) is { } range
                ? $" with {range}"
            : some.Count == 1
                ? $" with {string.Join(", ", _differing.Select(part => part(some[0])).Where(text => text.Length > 0))}"
            : $" in {NumberText.Count(some.Count)} scenarios";
    }

    private static List<Func<Scenario, string>> Within(IReadOnlyList<Scenario> all)
    {
        List<Func<Scenario, string>> chosen = [scenario => scenario.Name];
        int Told() =>
            all.Select(scenario => string.Join('\n', chosen.Select(part => part(scenario)))).Distinct().Count();
        // A profile of networks has a name, which is enough where each has another one.
        foreach (
            var part in ScenarioText.Parts.SelectMany(part => new[] { scenario => Shortened(part(scenario)), part })
        )
        {
            var before = Told();
            chosen.Add(part);
            if (Told() == before)
                chosen.Remove(part);
        }
        return chosen[1..];
    }

    /// <summary><c>lan</c> of <c>lan (250 µs ± 50 µs)</c>.</summary>
    private static string Shortened(string text) => text.Split(" (")[0];

    /// <summary>Several numbers of one thing: <c>1 and 16 connections</c>, <c>1 to 20 connections</c>; null where they
    /// are no numbers.</summary>
    private static string? Range(IReadOnlyList<string> texts, bool isShort) =>
        texts.Any(text => !NumberOfOneThing().IsMatch(text)) ? null
        : texts.Select(Unit).Distinct().Count() > 1 ? null
        : string.Concat(
            texts.Count == 1 ? ""
                : texts.Count == 2 ? $"{Number(texts[0])} and "
                : $"{Number(texts[0])} to ",
            isShort ? Number(texts[^1]) : texts[^1]
        );

    /// <summary><c>16 connections</c>, and not <c>20 ms, 1 % lost</c>.</summary>
    [GeneratedRegex(@"^\d[^\s]*\s[\p{L} ]+$")]
    private static partial Regex NumberOfOneThing();

    private static string Unit(string text) => text[text.IndexOf(' ')..].TrimEnd('s');

    private static string Number(string text) => text[..text.IndexOf(' ')];
}
