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
            return problems.Try<StackEntry?>(node.Place, () => new(node.Place, ids.Stack(text.Text, "stacks")), null);
        if (node is not MapNode written)
        {
            problems.Add(
                node.Place,
                $"stacks must list ids, or mappings with a stack and its label, not {node.Described}"
            );
            return null;
        }
        var map = OptionReader.Spelt(written);
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
        var stack = reader.Required("stack", ids.Stack, "");
        var runtimes = ids.Runtimes ?? KeysOf(map["runtime_options"]);
        var ofRuntimes = reader.Map("runtime_options", runtimes);
        var names = options.Names(map, stack);
        var own = names.Count > 0 ? reader.Map(OptionKeys.Group, names) : null;
        return stack.Length == 0
            ? null
            : new(node.Place, stack, reader.One<string?>("label", Values.Label, null), ClientChoice.Read(reader, ids))
            {
                RuntimeOptions = runtimes
                    .Where(r => ofRuntimes?.Has(r) == true)
                    .ToDictionary(r => r, r => ofRuntimes!.Texts(r)),
                Options = names.Aggregate(
                    StackOptions.None,
                    (asked, name) => asked.With(name, own!.One<string?>(name, OptionKeys.Value, null))
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
