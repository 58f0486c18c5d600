using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>A stack as the suite lists it.</summary>
/// <param name="Clients">The entry's own choice of clients; null: the suite's choice.</param>
internal sealed record StackEntry(Place Place, string Stack, string? Label = null, ClientChoice? Clients = null)
{
    public IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The options that this entry alone asks its stack for.</summary>
    public StackOptions Options { get; init; } = StackOptions.None;

    /// <summary>The name that distinguishes it from the suite's other entries.</summary>
    public string Name => Label ?? Stack;

    /// <summary>Reads a stack's id, or a mapping with more about it; null if the node is neither.</summary>
    public static StackEntry? Read(SuiteNode node, StackIds ids, OptionReader options, Problems problems)
    {
        if (node is TextNode { IsMissing: false } text)
            return problems.TryRead<StackEntry?>(
                node.Place,
                () => new(node.Place, ids.Stack(text.Text, "stacks")),
                null
            );
        if (node is not MapNode written)
        {
            problems.Add(
                node.Place,
                $"stacks must list ids, or mappings with a stack and its label, not {node.Description}"
            );
            return null;
        }
        var map = OptionReader.Expand(written);
        var reader = new MapReader(
            map,
            "stacks",
            problems,
            "stack",
            "label",
            "client",
            "runtime_options",
            OptionKeys.Group
        );
        var stack = reader.ReadRequired("stack", ids.Stack, "");
        var runtimes = ids.Runtimes ?? KeysOf(map["runtime_options"]);
        var ofRuntimes = reader.ReadMap("runtime_options", runtimes);
        var names = options.ReadNames(map, stack);
        var own = names.Count > 0 ? reader.ReadMap(OptionKeys.Group, names) : null;
        return stack.Length == 0
            ? null
            : new(node.Place, stack, reader.Read<string?>("label", Values.Label, null), ClientChoice.Read(reader, ids))
            {
                RuntimeOptions = runtimes
                    .Where(r => ofRuntimes?.Has(r) == true)
                    .ToDictionary(r => r, r => ofRuntimes!.ReadTexts(r)),
                Options = names.Aggregate(
                    StackOptions.None,
                    (asked, name) => asked.With(name, own!.Read<string?>(name, OptionKeys.Value, null))
                ),
            };
    }

    private static List<string> KeysOf(SuiteNode? node) =>
        (node as MapNode)?.Entries.Select(entry => entry.Key).ToList() ?? [];

    /// <summary>Reports names that occur twice: they become cell ids and columns of reports.</summary>
    public static void RequireDifferentNames(IEnumerable<StackEntry> entries, Problems problems)
    {
        foreach (var again in entries.GroupBy(e => e.Name).SelectMany(same => same.Skip(1)))
        {
            var example = again.Place.Line == 0 ? $"a={again.Stack}" : $"{{stack: {again.Stack}, label: a}}";
            problems.Add(again.Place, $"'{again.Name}' is listed twice; tell the entries apart by labels: {example}");
        }
    }
}

/// <summary>Applies <c>--stacks</c>, which replaces the suite's stacks. An item is an id, one of the suite's labels, a
/// pattern (<c>cpp/*</c>), or <c>label=id</c>, which also measures one stack against itself:
/// <c>a=cpp/tcp-spin,b=cpp/tcp-spin</c>.</summary>
internal sealed class StackSelection(IReadOnlyList<StackEntry> suite, StackIds ids, Problems problems)
{
    /// <summary>The entries in the order that was asked for; the first is the baseline.</summary>
    public IReadOnlyList<StackEntry> Apply(string selection)
    {
        var chosen = new List<StackEntry>();
        foreach (var item in selection.Split(',', StringSplitOptions.TrimEntries))
        {
            var place = new Place(item.Length > 0 ? $"--stacks {item}" : $"--stacks {selection}");
            chosen.AddRange(problems.TryRead(place, () => Entries(item, place, chosen), []));
        }
        return chosen;
    }

    private IReadOnlyList<StackEntry> Entries(string item, Place place, IReadOnlyList<StackEntry> chosen)
    {
        if (item.Length == 0)
            throw new BadInputException("an entry is empty");
        if (item.Split('=', 2) is [var label, var stack])
            return
            [
                FindEntries(ids.Stack(stack.Trim(), "the stack"), place)[0] with
                {
                    Label = Values.Label(label, "a label"),
                },
            ];
        if (IsPattern(item))
            // What is there already stays where it is, so that "java/tcp-nio,*" means: that one first.
            return Matching(item)
                .Where(id => chosen.All(c => c.Stack != id))
                .SelectMany(id => FindEntries(id, place))
                .ToList();
        if (suite.Where(e => e.Label == item).Select(e => e with { Place = place }).ToList() is { Count: > 0 } labelled)
            return labelled;
        return FindEntries(ids.Stack(item, "an entry"), place);
    }

    private IEnumerable<string> Matching(string pattern)
    {
        var matching = ids.Matching(pattern);
        return matching.Count > 0 ? matching : throw new BadInputException("matches no stack");
    }

    /// <summary>The suite's entries of a stack, or a plain one if it has none.</summary>
    private IReadOnlyList<StackEntry> FindEntries(string stack, Place place) =>
        suite
            .Where(e => e.Stack == stack)
            .Select(e => e with { Place = place })
            .DefaultIfEmpty(new StackEntry(place, stack))
            .ToList();

    private static bool IsPattern(string item) => item.Contains('*') || item.Contains('?');
}
