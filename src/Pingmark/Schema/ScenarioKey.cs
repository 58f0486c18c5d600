using System.Text.Json.Nodes;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>
/// One thing that a scenario can ask for: its key in suites, what its values may be, and where it shows. Everything
/// that reads, sends or prints scenarios goes by these rows (<see cref="ScenarioKeys"/>).
/// </summary>
public sealed record ScenarioKey
{
    private readonly string? title;
    private readonly Func<Scenario, string?>? columnText;

    private ScenarioKey() { }

    /// <summary>The key in suites and in <c>--set</c>: <c>socket.no_delay</c> is in the mapping
    /// <c>socket</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Its description for the documentation and for help, in one line.</summary>
    public string Meaning { get; init; } = "";

    /// <summary>Whether a list of values makes a scenario of each.</summary>
    public bool IsDimension { get; init; }

    /// <summary>Whether each of a suite's <c>scenarios</c> may have its own value.</summary>
    public bool IsPerScenario
    {
        get => field || IsDimension;
        init;
    }

    /// <summary>Whether titles of tables show it, and ids of cells whatever the rest of the suite asks for.</summary>
    public bool IsSize { get; init; }

    /// <summary>Its name in reports.</summary>
    public string Title
    {
        get => title ?? Name[(Name.IndexOf('.') + 1)..].Replace('_', ' ');
        init => title = value;
    }

    /// <summary>The value for people; null where nothing was asked for.</summary>
    public required Func<Scenario, string?> Text { get; init; }

    /// <summary>The value in the ids of cells: <c>c16</c>; null where it is left out.</summary>
    public required Func<Scenario, string?> Id { get; init; }

    /// <summary>The name of its column in results.csv; null where it has none.</summary>
    public string? Column { get; init; }

    /// <summary>The value in that column, a bare number where it is a number.</summary>
    public Func<Scenario, string?> ColumnText
    {
        get => columnText ?? Text;
        init => columnText = value;
    }

    /// <summary>The fields in which workers are told the value.</summary>
    public IReadOnlyList<WireField> Wire { get; init; } = [];

    /// <summary>Reads a value from a text and gives the scenario with it.</summary>
    /// <remarks>Text, what messages call it, and the scenario. Throws <see cref="BadInputException"/>.</remarks>
    public required Func<string, string, Scenario, Scenario> Read { get; init; }

    /// <summary>What is wrong with a scenario's value, in the words of <see cref="Read"/>; null: nothing.</summary>
    public required Func<Scenario, string?> Problem { get; init; }

    /// <summary>Gives the second scenario the first one's value.</summary>
    public required Func<Scenario, Scenario, Scenario> Copy { get; init; }

    /// <summary>The scenario with the default that follows from other values.</summary>
    public Func<Scenario, Scenario> WithDefault { get; init; } = scenario => scenario;

    /// <summary>The mapping that the key is in; null where it is in none.</summary>
    public string? Group => Name.Contains('.') ? Name.Split('.')[0] : null;

    /// <summary>Its name within that mapping.</summary>
    public string Key => Name[(Name.IndexOf('.') + 1)..];

    /// <summary>The value of a scenario that asks for nothing; null where the worker decides it.</summary>
    public string? Default => Text(new Scenario());

    /// <param name="unit">The unit of the numbers that <paramref name="parse"/> reads.</param>
    internal static ScenarioKey Create<T>(
        string name,
        Func<string, string, T> parse,
        Func<Scenario, T> get,
        Func<Scenario, T, Scenario> set,
        string unit = ""
    ) =>
        new()
        {
            Name = name,
            Text = scenario => Shown(get(scenario)),
            Id = scenario => Shown(get(scenario)),
            Read = (text, what, scenario) => set(scenario, parse(text, what)),
            Problem = scenario => Spelling.Problem(get(scenario), unit, name, parse),
            Copy = (from, to) => set(to, get(from)),
        };

    private static string? Shown(object? value) =>
        value switch
        {
            null => null,
            Enum word => word.Word(),
            bool on => on ? "on" : "off",
            int count => NumberText.Count(count),
            long count => NumberText.Count(count),
            _ => value.ToString(),
        };
}

/// <summary>The requests of the worker protocol that carry a part of the scenario.</summary>
public enum Request
{
    Listen,
    Connect,
    Run,
}

/// <summary>A field that tells a worker the value of a scenario key.</summary>
/// <param name="Name">Its name in the request and in the reply.</param>
/// <param name="Value">The value; null where it was not asked for and is not sent.</param>
public sealed record WireField(Request Request, string Name, Func<Scenario, JsonNode?> Value)
{
    /// <summary>Whether it is an option whose effective value the worker must report.</summary>
    public bool IsOption { get; init; }

    /// <summary>Whether the effective value must be the one asked for; Linux doubles buffer sizes.</summary>
    public bool IsExact { get; init; } = true;
}
