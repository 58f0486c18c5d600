using Pingmark.Wording;

namespace Pingmark.Suites;

/// <summary>A stack as the suite lists it.</summary>
/// <param name="Clients">Null: the suite's.</param>
internal sealed record StackEntry(Place Place, string Stack, string? Label = null, ClientChoice? Clients = null)
{
    public IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>What tells it from the suite's other entries.</summary>
    public string Name => Label ?? Stack;

    /// <summary>A stack's id, or a mapping with more about it; null if it is neither.</summary>
    public static StackEntry? Read(SuiteNode node, StackIds ids, Problems problems)
    {
        if (node is TextNode { IsMissing: false } text)
            return problems.Try<StackEntry?>(node.Place, () => new(node.Place, ids.Stack(text.Text, "stacks")), null);
        if (node is not MapNode map)
        {
            problems.Add(
                node.Place,
                $"stacks must list ids, or mappings with a stack and its label, not {node.Described}"
            );
            return null;
        }
        var reader = new MapReader(map, "stacks", problems, "stack", "label", "client", "runtime_options");
        var stack = reader.Required("stack", ids.Stack, "");
        var options = reader.Map("runtime_options", ids.Runtimes);
        return stack.Length == 0
            ? null
            : new(node.Place, stack, reader.One<string?>("label", Values.Label, null), ClientChoice.Read(reader, ids))
            {
                RuntimeOptions = ids
                    .Runtimes.Where(r => options?.Has(r) == true)
                    .ToDictionary(r => r, r => options!.Texts(r)),
            };
    }

    /// <summary>Names become cell ids and columns of reports, so two entries can't share one.</summary>
    public static void RequireDifferentNames(IEnumerable<StackEntry> entries, Problems problems)
    {
        foreach (var again in entries.GroupBy(e => e.Name).SelectMany(same => same.Skip(1)))
        {
            var example = again.Place.Line == 0 ? $"a={again.Stack}" : $"{{stack: {again.Stack}, label: a}}";
            problems.Add(again.Place, $"'{again.Name}' is listed twice; tell the entries apart by labels: {example}");
        }
    }
}
