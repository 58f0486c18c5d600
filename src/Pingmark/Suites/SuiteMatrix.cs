using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>The values that a suite lists for one key.</summary>
/// <param name="Values">One scenario for each value; only the value of this key counts in them.</param>
/// <param name="IsGiven">Whether the suite gives values; if not, the only value is the default.</param>
internal sealed record Dimension(ScenarioKey Key, IReadOnlyList<Scenario> Values, bool IsGiven);

/// <summary>The lists of a suite, of which every combination is a scenario.</summary>
/// <param name="Template">A scenario that has all values of keys with no list.</param>
internal sealed record Dimensions(Scenario Template, IReadOnlyList<Dimension> All)
{
    public long Count => All.Aggregate(1L, (count, dimension) => count * dimension.Values.Count);

    /// <summary>All combinations; the last dimension changes fastest.</summary>
    public IEnumerable<Scenario> Scenarios() =>
        All.Aggregate<Dimension, IEnumerable<Scenario>>(
                [Template],
                (scenarios, dimension) =>
                    from scenario in scenarios
                    from value in dimension.Values
                    select dimension.Key.Copy(value, scenario)
            )
            .Select(scenario =>
                All.Where(d => !d.IsGiven).Aggregate(scenario, (filled, d) => d.Key.WithDefault(filled))
            );

    /// <summary>The part of a cell's id that distinguishes a scenario from the others of the same name.</summary>
    public string Id(Scenario scenario)
    {
        var isNameEnough = scenario.Name.Length > 0 && Count == 1;
        var values = All.Where(d => d.Values.Count > 1 || d.Key.IsSize && !isNameEnough)
            .Select(d => d.Key.Id(scenario));
        return string.Join(' ', values.Prepend(scenario.Name).Where(word => !string.IsNullOrEmpty(word)));
    }

    /// <summary>The size of the matrix as text: <c>2 connections x 3 message_bytes</c>.</summary>
    public override string ToString() =>
        string.Join(
            " x ",
            All.Where(d => d.Values.Count > 1).Select(d => $"{NumberText.Count(d.Values.Count)} {d.Key.Name}")
        );
}

/// <summary>Combines stacks, clients and scenarios to cells.</summary>
internal static class SuiteMatrix
{
    /// <summary>The cells: for each scenario the stacks in their order, each with its clients.</summary>
    public static IReadOnlyList<Cell> Build(
        IReadOnlyList<StackEntry> entries,
        ClientChoice suiteClients,
        IReadOnlyList<Dimensions> scenarios,
        Place place,
        Problems problems
    )
    {
        // Entries may be thousands that differ in their labels; stacks are few.
        var stacks = entries.Select(e => e.Stack).Distinct().ToList();
        var players = entries
            .Select(e => (Entry: e, Clients: (e.Clients ?? suiteClients).For(e.Stack, stacks, problems)))
            .ToList();
        var perScenario = players.Sum(p => p.Clients.MaxCount);
        var count = (Int128)perScenario * scenarios.Sum(s => s.Count);
        if (count > Suite.MaxCells)
        {
            problems.Add(
                place,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the matrix has {count} cells ({perScenario} stacks and clients x "
                        + $"{Sizes(scenarios)}); {Suite.MaxCells} are the most"
                )
            );
            return [];
        }
        return (
            from dimensions in scenarios
            from scenario in dimensions.Scenarios()
            from player in players
            from client in player.Clients.ForScenario(scenario)
            select new Cell
            {
                Id =
                    $"{player.Entry.Name} {dimensions.Id(scenario)}"
                    + (player.Clients.ForScenario(scenario).Count > 1 ? $" client {client}" : ""),
                Label = player.Entry.Name,
                Stack = player.Entry.Stack,
                Client = client,
                Scenario = scenario,
                RuntimeOptions = player.Entry.RuntimeOptions,
                Options = player.Entry.Options,
            }
        ).ToList();
    }

    private static string Sizes(IReadOnlyList<Dimensions> scenarios) =>
        scenarios is [var only] ? $"{only}" : $"{NumberText.Count(scenarios.Sum(s => s.Count))} scenarios";
}
