using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Reads a suite from its tree: it knows what the keys mean, and what their values may be.</summary>
internal sealed class SuiteReader
{
    /// <summary>The keys of a suite that are not part of a scenario.</summary>
    private static readonly string[] Others =
    [
        "name",
        "about",
        "stacks",
        RuntimeReader.Key,
        "baseline",
        "client",
        "scenarios",
        "duration",
        "warmup",
        "rounds",
        "least_rounds",
        "budget",
        "precision",
        "slice",
        "seed",
        "sampling",
        "fresh_processes",
        "published",
        .. CapacityReader.Keys,
    ];

    /// <summary>The keys that a suite may ask of a scenario, and the options of stacks that this one names.</summary>
    private readonly IReadOnlyList<ScenarioKey> keys;

    private readonly MapReader suite;
    private readonly Place start;
    private readonly StackIds ids;
    private readonly Problems problems;
    private readonly OptionReader options;

    public SuiteReader(MapNode root, StackIds ids, Problems problems)
    {
        (start, this.ids, this.problems) = (root.Place, ids, problems);
        options = new(problems);
        root = Expand(root);
        suite = new MapReader(root, "", problems, [.. Others, .. WordsOf(ScenarioKeys.All), OptionKeys.Group]);
        var named = (root["scenarios"] as ListNode)?.Items ?? [];
        keys =
        [
            .. ScenarioKeys.All,
            .. named
                .OfType<MapNode>()
                .Prepend(root)
                .SelectMany(map => options.ReadNames(Expand(map)))
                .Distinct()
                .Select(OptionKeys.ForOption),
        ];
    }

    private static MapNode Expand(MapNode map) => OptionReader.Expand(NetworkShorthand.Expand(map));

    private IEnumerable<ScenarioKey> DimensionKeys => keys.Where(key => key.IsDimension);

    /// <summary>The keys that each of <c>scenarios</c> may have; all others are common to all of them.</summary>
    private IEnumerable<ScenarioKey> KeysPerScenario => keys.Where(key => key.IsPerScenario);

    /// <param name="selection">The value of <c>--stacks</c>; null: the suite's stacks are used.</param>
    /// <param name="defaultName">The name of a suite that has none.</param>
    /// <param name="addressProblem">Tells what is wrong with the address of cells that can be run; null: every address
    /// is accepted.</param>
    /// <exception cref="BadInputException">Something is wrong; the message has all problems, one a line.</exception>
    public Suite Read(string defaultName, string? selection, Func<IReadOnlyList<Cell>, string?>? addressProblem)
    {
        var listed = suite
            .ReadItems("stacks")
            .Select(node => StackEntry.Read(node, ids, options, problems))
            .OfType<StackEntry>()
            .ToList();
        if (!suite.Has("stacks") && selection is null)
            problems.Add(start, "stacks is missing: what should be compared?");
        var chosen = selection is null ? listed : new StackSelection(listed, ids, problems).Apply(selection);
        var entries = chosen.SelectMany(new RuntimeReader(suite, ids, chosen).ExpandVersions).ToList();
        StackEntry.RequireDifferentNames(entries, problems);

        var capacity = CapacityReader.Read(suite, problems);
        var scenarios = Scenarios(Matrix(suite, new(CapacityReader.Template(capacity, Template()), [])));
        var clients = ClientChoice.Read(suite, ids) ?? new ClientChoice(start, [StackIds.Native], ids);
        var cells = SuiteMatrix.Build(entries, clients, scenarios, start, problems);
        // A matrix that is too large is not multiplied out to see what else is wrong with it.
        foreach (var dimensions in cells.Count > 0 ? scenarios : [])
            CheckCombinations(entries, dimensions);
        if (cells.Select(PairKeys.Problem).FirstOrDefault(problem => problem is not null) is { } ofPair)
            problems.Add(suite.PlaceOf(PairKeys.Threads.Group!), ofPair);
        if (cells.Count > 0 && addressProblem?.Invoke(cells) is { } ofAddress)
            problems.Add(suite.PlaceOf(ScenarioKeys.Address.Name), ofAddress);
        var settings = Settings(entries.Select(entry => entry.Clients ?? clients));
        foreach (var (key, text) in PlanRules.FindSettingConflicts(settings, cells))
            problems.Add(suite.PlaceOf(key), text);

        var result = new Suite
        {
            Name = suite.Read("name", Values.Name(60), defaultName),
            About = suite.Read("about", Values.Text, "").Trim(),
            Cells = CapacityReader.Cells(capacity, cells, start, problems),
            Settings = capacity is null ? settings : settings with { BudgetNs = null },
            Capacity = capacity,
            Published = PublishedReader.Read(suite, ids.NamesWith(listed.Concat(entries)), problems),
            AskedOptions = options.CollectAsked(cells),
        };
        problems.ThrowIfAny();
        return result;
    }

    /// <summary>Makes a matrix of each entry of <c>scenarios</c>, which inherits from the whole suite.</summary>
    private IReadOnlyList<Dimensions> Scenarios(Dimensions whole)
    {
        var named = new List<Dimensions>();
        foreach (var node in suite.ReadItems("scenarios"))
        {
            if (node is not MapNode item)
            {
                problems.Add(
                    node.Place,
                    $"each of scenarios must be a mapping with {string.Join(", ", ScenarioWords)}, not "
                        + node.Description
                );
                continue;
            }
            var map = new MapReader(Expand(item), "scenarios", problems, ScenarioWords);
            var name = map.ReadRequired("name", Values.Name(60), "");
            if (named.Any(other => other.Template.Name == name))
                problems.Add(map.PlaceOf("name"), $"scenarios lists '{name}' twice");
            named.Add(
                Matrix(
                    map,
                    whole with
                    {
                        Template = KeysPerScenario
                            .Where(key => !key.IsDimension)
                            .Aggregate(
                                whole.Template with
                                {
                                    Name = name,
                                },
                                (scenario, key) => Read(map, key, scenario)
                            ),
                    }
                )
            );
        }
        return suite.Has("scenarios") ? named : [whole];
    }

    private Dimensions Matrix(MapReader map, Dimensions whole) =>
        whole with
        {
            All = DimensionKeys
                .Select(key =>
                    Holder(map, key) is { } holder && holder.Has(key.Key)
                        ? new Dimension(
                            key,
                            holder.ReadList(key.Key, Parser(key, whole.Template), whole.Template),
                            true
                        )
                        : whole.All.FirstOrDefault(d => d.Key == key) ?? new(key, [whole.Template], false)
                )
                .ToList(),
        };

    /// <summary>The mapping that holds a key: this one, or one within it; null where that is absent.</summary>
    private MapReader? Holder(MapReader map, ScenarioKey key)
    {
        if (key.Group is not { } group)
            return map;
        if (!_groups.TryGetValue((map, group), out var holder))
        {
            // Once, or what is wrong in it would be told as often as it is looked into.
            var known = map == suite ? keys : KeysPerScenario;
            holder = map.ReadMap(group, known.Where(other => other.Group == group).Select(other => other.Key).ToList());
            _groups[(map, group)] = holder;
        }
        return holder;
    }

    private readonly Dictionary<(MapReader, string), MapReader?> _groups = [];

    private IReadOnlyList<string> ScenarioWords =>
        ["name", .. WordsOf(ScenarioKeys.All.Where(key => key.IsPerScenario)), OptionKeys.Group];

    /// <summary>The keys as a mapping has them, where a group has its own name.</summary>
    private static List<string> WordsOf(IEnumerable<ScenarioKey> keys) =>
        keys.Select(key => key.Group ?? key.Name).Distinct().ToList();

    private static Func<string, string, Scenario> Parser(ScenarioKey key, Scenario scenario) =>
        (text, what) => key.Read(text, what, scenario);

    /// <summary>The scenario with the mapping's value of a key, where it has one.</summary>
    private static Scenario Read(MapReader map, ScenarioKey key, Scenario scenario) =>
        map.Read(key.Key, Parser(key, scenario), scenario);

    /// <summary>The scenario with all values of keys that can't have a list.</summary>
    private Scenario Template() =>
        ScenarioKeys
            .All.Where(key => !key.IsDimension)
            .GroupBy(key => key.Group ?? key.Name)
            .Aggregate(new Scenario(), (scenario, group) => Group(group.Key, group.ToList(), scenario));

    /// <summary>Reads one key, or a mapping of several.</summary>
    private Scenario Group(string name, IReadOnlyList<ScenarioKey> keys, Scenario scenario)
    {
        if (name == "pin")
            return scenario with { Pin = PinReader.Read(suite, problems) };
        if (keys is [{ Group: null } single])
            return Read(suite, single, scenario);
        return Holder(suite, keys[0]) is { } map
            ? keys.Aggregate(scenario, (read, key) => Read(map, key, read))
            : scenario;
    }

    private SuiteSettings Settings(IEnumerable<ClientChoice> clients)
    {
        var defaults = new SuiteSettings();
        var isFresh = suite.Read("fresh_processes", Values.Flag, false);
        return new SuiteSettings
        {
            DurationNs = suite.Read("duration", SettingKeys.Duration, defaults.DurationNs),
            WarmUpNs = suite.Read<long?>(
                "warmup",
                (text, what) => text == "auto" ? null : SettingKeys.WarmUp(text, what),
                null
            ),
            Rounds = suite.Read("rounds", SettingKeys.Rounds, defaults.Rounds),
            LeastRounds = suite.Read<int?>("least_rounds", (text, what) => SettingKeys.Rounds(text, what), null),
            BaselineBy = BaselineReader.Read(suite, problems),
            BudgetNs = suite.ReadOrNull("budget", SettingKeys.Budget),
            Precision = suite.ReadOrNull("precision", Values.Precision),
            SliceNs = suite.Read("slice", SettingKeys.Slice, defaults.SliceNs),
            Seed = suite.ReadOrNull("seed", SettingKeys.Seed),
            Sampling = suite.Read("sampling", Values.Flag, false),
            FreshProcesses = isFresh,
            SharesSides = !isFresh && clients.Any(choice => choice.IsEvery),
        };
    }

    /// <summary>Reports values that are wrong only in combination.</summary>
    private void CheckCombinations(IReadOnlyList<StackEntry> entries, Dimensions dimensions)
    {
        var template = dimensions.Template;
        if (suite.Has("messages") && suite.Has("duration"))
            problems.Add(suite.PlaceOf("messages"), "messages and duration exclude each other; give one of them");
        var scenarios = dimensions.Count <= Suite.MaxCells ? dimensions.Scenarios().ToList() : [];
        if (suite.Has(ScenarioKeys.Arrivals.Name) && scenarios.Any(s => s.RatePerS is null))
            problems.Add(suite.PlaceOf(ScenarioKeys.Arrivals.Name), "arrivals needs a rate, such as rate: 10k/s");
        if (
            problems.Count == 0
            && scenarios.Select(PlanRules.FindConflict).FirstOrDefault(problem => problem is not null) is { } problem
        )
            problems.Add(suite.PlaceOf(problem.Key.Group ?? problem.Key.Name), problem.Text);
        var largest = scenarios.Select(s => s.MessageBytes).DefaultIfEmpty().Max();
        foreach (
            var ofStack in entries
                .Select(e => e.Stack)
                .Distinct()
                .Select(stack => PlanRules.FindDatagramProblem(stack, largest))
                .OfType<string>()
        )
            problems.Add(suite.PlaceOf(ScenarioKeys.MessageBytes.Name), ofStack);
    }
}
