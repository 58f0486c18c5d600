using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Keys of options that stacks name themselves. They are like the keys of all scenarios, but made for each
/// name that occurs; the stack decides which names and values there are.</summary>
public static class OptionKeys
{
    public const string Group = "options";

    private const int LongestName = 40,
        LongestValue = 60;

    /// <param name="key">The option's name, or the one of a side: <c>server.tick_rate_hz</c>.</param>
    public static ScenarioKey ForOption(string key) =>
        ScenarioKey.Create(
            $"{Group}.{key}",
            (text, what) => (string?)Value(text, what),
            s => s.Options[key],
            (s, value) => s with { Options = s.Options.With(key, value) }
        ) with
        {
            Title = key,
            IsDimension = true,
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

    /// <summary>One key for each option that any of these scenarios asks for.</summary>
    public static IEnumerable<ScenarioKey> UsedBy(params IEnumerable<Scenario> scenarios) =>
        scenarios.SelectMany(scenario => scenario.Options.Keys).Distinct().Select(ForOption);

    /// <summary>Reads a value of any option; numbers lose needless digits, as workers report them.</summary>
    public static string Value(string text, string what) =>
        StackOptions.ToJson(Values.Name(LongestValue)(text, what)).ToString();

    /// <returns>What is wrong with an option's name, whatever stack has it; null where nothing is.</returns>
    internal static string? ProblemOfName(string key) =>
        StackOptions.RemoveSide(key) is { Length: > 0 and <= LongestName } name
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && (name == key || key.Split('.')[0] is StackOptions.Server or StackOptions.Client)
            ? null
            : $"'{key}' in {Group} can't be an option's name: letters, digits and '_'";

    /// <returns>What is wrong with the options that a cell asks for, wherever they come from; null where nothing
    /// is.</returns>
    internal static string? Problem(Cell cell) =>
        cell
            .Asked.Options.Keys.Select(ProblemOfName)
            .Concat(UsedBy(cell.Asked).Select(key => key.Problem(cell.Asked)))
            .FirstOrDefault(problem => problem is not null);
}
