using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Rows of what is asked of stacks by names of their own: as those of all scenarios, but made for each name
/// that comes up. What the names and values may be is the stack's to say.</summary>
public static class OptionKeys
{
    public const string Group = "options";

    private const int LongestName = 40,
        LongestValue = 60;

    /// <param name="key">The option's name, or a side's: <c>server.tick_rate_hz</c>.</param>
    public static ScenarioKey Of(string key) =>
        ScenarioKey.Of(
            $"{Group}.{key}",
            (text, what) => (string?)Value(text, what),
            s => s.Options[key],
            (s, value) => s with { Options = s.Options.With(key, value) }
        ) with
        {
            Title = key,
            IsDimension = true,
            IsPerScenario = true,
            Text = s =>
                s.Options[key] switch
                {
                    "true" => "on",
                    "false" => "off",
                    var value => value,
                },
            Id = s =>
                s.Options[key] switch
                {
                    null => null,
                    "true" => key,
                    "false" => $"no {key}",
                    var value => $"{key} {value}",
                },
        };

    /// <summary>One for each option that any of these asks.</summary>
    public static IEnumerable<ScenarioKey> AskedBy(params IEnumerable<Scenario> scenarios) =>
        scenarios.SelectMany(scenario => scenario.Options.Keys).Distinct().Select(Of);

    /// <summary>A value of any option; numbers without needless digits, as workers tell them.</summary>
    public static string Value(string text, string what) =>
        StackOptions.ValueOf(Values.Name(LongestValue)(text, what)).ToString();

    /// <returns>What is wrong with a name, whatever stack has it; null: nothing.</returns>
    internal static string? ProblemOfName(string key) =>
        StackOptions.NameIn(key) is { Length: > 0 and <= LongestName } name
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && (name == key || key.Split('.')[0] is StackOptions.Server or StackOptions.Client)
            ? null
            : $"'{key}' in {Group} can't be an option's name: letters, digits and '_'";

    /// <returns>What is wrong with what a cell asks, whoever made it; null: nothing.</returns>
    internal static string? Problem(Cell cell) =>
        cell
            .Asked.Options.Keys.Select(ProblemOfName)
            .Concat(AskedBy(cell.Asked).Select(key => key.Problem(cell.Asked)))
            .FirstOrDefault(problem => problem is not null);
}
