using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Reads the keys of a search for capacity: <c>slo</c>, <c>of</c> and <c>rate_each</c>.</summary>
public static class CapacityReader
{
    /// <summary>The key of the objectives.</summary>
    public const string Slo = "slo";
    private const string OfKey = "of",
        RateEach = "rate_each";

    public static readonly string[] Keys = [Slo, OfKey, RateEach];

    private const long DefaultBudgetNs = 120_000_000_000;

    /// <summary>The keys that say how much is measured, or how, where a search decides it.</summary>
    private static readonly string[] ExcludedKeys =
    [
        "rate",
        "replay",
        "burst",
        "messages",
        "lap_messages",
        "generators",
        "pair",
        "scenarios",
        "duration",
        "warmup",
        "rounds",
        "least_rounds",
        "precision",
        "slice",
        "sampling",
        "fresh_processes",
        "published",
    ];

    /// <summary>A rate in place of the unknown one, so that scenarios are those of an open loop.</summary>
    private const int PlaceholderRate = 1;

    /// <returns>The settings; null where the suite has no objectives.</returns>
    internal static CapacitySettings? Read(MapReader suite, Problems problems)
    {
        if (!suite.Has(Slo))
        {
            foreach (var key in new[] { OfKey, RateEach }.Where(suite.Has))
                problems.Add(suite.PlaceOf(key), $"{key} needs slo, an objective such as slo: p99<1ms");
            return null;
        }
        var kind = suite.Read(OfKey, Values.OneOf<CapacityKind>, CapacityKind.Rate);
        var before = problems.Count;
        var objectives = suite.ReadList<Objective?>(Slo, Objectives.Read, null).OfType<Objective>().ToList();
        if (problems.Count == before && Objectives.Contradiction(objectives) is { } contradiction)
            problems.Add(suite.PlaceOf(Slo), contradiction);
        foreach (var key in ExcludedKeys.Where(suite.Has))
            problems.Add(suite.PlaceOf(key), $"{key} and slo exclude each other: a search decides it");
        if (kind != CapacityKind.Rate && suite.Has("connections"))
            problems.Add(
                suite.PlaceOf("connections"),
                $"connections and of: {kind.Word()} exclude each other: their number is looked for"
            );
        var each = suite.Read(RateEach, Values.Rate(ScenarioKeys.MaxRatePerS), null);
        if (kind == CapacityKind.Rate && suite.Has(RateEach))
            problems.Add(suite.PlaceOf(RateEach), "rate_each needs of: connections or of: players");
        if (kind == CapacityKind.Connections && !suite.Has(RateEach))
            problems.Add(
                suite.PlaceOf(Slo),
                "of: connections needs rate_each, the messages a second of each connection, such as rate_each: 10/s"
            );
        return new(kind, objectives, suite.ReadOrNull("budget", SettingKeys.Budget) ?? DefaultBudgetNs, each);
    }

    /// <summary>The scenario from which all others are made.</summary>
    internal static Scenario Template(CapacitySettings? search, Scenario template) =>
        search?.Kind switch
        {
            null => template,
            CapacityKind.Players => template with { Test = LoadList.Names(load => load.HasSnapshots)[0] },
            _ => template with { RatePerS = PlaceholderRate, Arrivals = Arrivals.Poisson },
        };

    /// <summary>The cells without the load that is looked for.</summary>
    internal static IReadOnlyList<Cell> Cells(
        CapacitySettings? search,
        IReadOnlyList<Cell> cells,
        Place start,
        Problems problems
    )
    {
        if (search is null)
            return cells;
        if (cells.FirstOrDefault(cell => !MayBeSearched(search.Kind, cell.Scenario)) is { } other)
            problems.Add(start, $"slo and test: {other.Scenario.Test} of {other.Id} exclude each other");
        if (cells.Any(cell => cell.Scenario.Arrivals is not (Arrivals.Poisson or Arrivals.Uniform)))
            problems.Add(start, "slo needs arrivals: poisson, or uniform");
        return
        [
            .. cells.Select(cell =>
                cell with
                {
                    Id = WithoutLoad(search.Kind, cell),
                    Scenario = cell.Scenario with { RatePerS = null },
                }
            ),
        ];
    }

    /// <summary>The id without the words for what is looked for.</summary>
    private static string WithoutLoad(CapacityKind kind, Cell cell)
    {
        var words = new[] { ScenarioKeys.Rate, kind == CapacityKind.Rate ? null : ScenarioKeys.Connections }
            .OfType<ScenarioKey>()
            .Select(key => key.Id(cell.Scenario))
            .OfType<string>();
        return words.Aggregate(cell.Id, (id, word) => id.Replace($" {word}", "", StringComparison.Ordinal));
    }

    private static bool MayBeSearched(CapacityKind kind, Scenario scenario) =>
        scenario.Load.SupportsRate && scenario.Load.HasSnapshots == (kind == CapacityKind.Players);
}
