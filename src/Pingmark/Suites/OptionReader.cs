using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Reads <c>options</c>, which stacks are asked for by their own names. It remembers where each is written,
/// because only the stacks' descriptions tell what is wrong with one.</summary>
internal sealed class OptionReader(Problems problems)
{
    private static readonly string[] Sides = [StackOptions.Server, StackOptions.Client];

    private readonly List<(AskedOption Option, bool IsOfAll)> _asked = [];

    /// <summary>Moves earlier keys into <c>options</c>, and prefixes options of one side.</summary>
    public static MapNode Expand(MapNode map)
    {
        foreach (var entry in map.Entries.Where(entry => EarlierOptionKeys.SuiteKeys.ContainsKey(entry.Key)).ToList())
        {
            var name = EarlierOptionKeys.SuiteKeys[entry.Key];
            map = map.Without(entry.Key);
            if (entry.Value is MapNode ofSides)
                foreach (var side in ofSides.Entries)
                    map = map.With([OptionKeys.Group, $"{side.Key}.{name}"], side.Value);
            else
                map = map.With([OptionKeys.Group, name], entry.Value);
        }
        return map[OptionKeys.Group] is MapNode options
            ? map.With([OptionKeys.Group], options with { Entries = options.Entries.SelectMany(Flatten).ToList() })
            : map;
    }

    private static IEnumerable<MapEntry> Flatten(MapEntry entry) =>
        Sides.Contains(entry.Key) && entry.Value is MapNode ofSide
            ? ofSide.Entries.Select(inner => inner with { Key = $"{entry.Key}.{inner.Key}" })
            : [entry];

    /// <summary>Reads the names of the options in a mapping, which all stacks are asked for, or one.</summary>
    /// <param name="stack">The stack that is asked; null: all are.</param>
    public IReadOnlyList<string> ReadNames(MapNode map, string? stack = null)
    {
        if (map[OptionKeys.Group] is not { } node)
            return [];
        if (node is not MapNode { Entries.Count: <= StackOptions.MaxCount } options)
        {
            problems.Add(
                node.Place,
                $"{OptionKeys.Group} must be a mapping of what a stack describes, such as {{tick_rate_hz: 100}}, not "
                    + node.Description
            );
            return [];
        }
        foreach (var entry in options.Entries)
        {
            if (OptionKeys.ProblemOfName(entry.Key) is { } problem)
                problems.Add(entry.Place, problem);
            foreach (var value in (entry.Value as ListNode)?.Items ?? [entry.Value])
                if (value is TextNode { IsMissing: false } text)
                {
                    var stacks = stack is null ? Array.Empty<string>() : [stack];
                    _asked.Add((new($"{entry.Place}", $"{value.Place}", entry.Key, text.Text, stacks), stack is null));
                }
        }
        return options.Entries.Select(entry => entry.Key).ToList();
    }

    /// <summary>All options that were read, with the stacks that must have them.</summary>
    public IReadOnlyList<AskedOption> CollectAsked(IEnumerable<Cell> cells)
    {
        var stacks = cells.SelectMany(cell => new[] { cell.Stack, cell.Client }).Distinct().ToList();
        return _asked
            .Select(asked =>
                asked.Option with
                {
                    Stacks = asked.IsOfAll ? stacks : stacks.Where(stack => IsAskedOf(asked.Option, stack)).ToList(),
                }
            )
            .Where(asked => asked.Stacks.Count > 0)
            .ToList();
    }

    /// <summary>Whether an entry's option is asked of a stack, in whichever version.</summary>
    private static bool IsAskedOf(AskedOption option, string stack) =>
        option.Stacks.Contains(stack) || option.Stacks.Contains(StackVersion.RemoveFrom(stack));
}
