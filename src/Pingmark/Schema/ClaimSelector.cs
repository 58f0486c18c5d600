using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The cells that a side of a claim is about, by what it says of them.</summary>
public sealed class ClaimSelector(IReadOnlyDictionary<string, string> said)
{
    public const string Stack = "stack",
        Scenario = "scenario";

    /// <summary>The keys that a selector may have.</summary>
    public static IReadOnlyList<string> Keys { get; } = [Stack, Scenario, .. ScenarioKeys.All.Select(key => key.Name)];

    private static readonly Dictionary<string, ScenarioKey> ByName = ScenarioKeys.All.ToDictionary(key => key.Name);

    private readonly IReadOnlyList<ScenarioKey> _keys =
    [
        .. said.Keys.Select(key => ByName.GetValueOrDefault(key)).OfType<ScenarioKey>(),
    ];

    public bool NamesStack => said.ContainsKey(Stack);

    public bool Selects(CellSummary cell) =>
        said.All(one =>
            one.Key switch
            {
                Stack => one.Value == cell.Stack || one.Value == cell.Label,
                Scenario => one.Value == cell.Scenario.Name,
                _ => ByName.GetValueOrDefault(one.Key) is { } key && Has(cell.Scenario, key, one.Value),
            }
        );

    /// <summary>How many things that the selector does not name differ between two scenarios. Named scenarios may
    /// differ in all that makes them what they are.</summary>
    /// <returns>Null where they can't be held against each other.</returns>
    public int? Differences(Scenario a, Scenario b)
    {
        var others = ScenarioKeys.AskedBy(a, b).Except(_keys).Count(key => key.Id(a) != key.Id(b));
        return others == 0 || said.ContainsKey(Scenario) ? others : null;
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
