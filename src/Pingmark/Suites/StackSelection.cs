using Pingmark.Formatting;

namespace Pingmark.Suites;

/// <summary>Applies <c>--stacks</c>, which replaces the suite's stacks. An item is an id, one of the suite's labels, a
/// pattern of either (<c>cpp/*</c>, <c>Java *</c>), or <c>label=id</c>, which also measures one stack against itself:
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
            chosen.AddRange(problems.Try(place, () => Entries(item, place, chosen), []));
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
                OfSuite(ids.Stack(stack.Trim(), "the stack"), place)[0] with
                {
                    Label = Values.Label(label, "a label"),
                },
            ];
        if (IsPattern(item))
            return Matching(item, place, chosen);
        return Labelled(label => label == item, place) is { Count: > 0 } labelled
            ? labelled
            : OfSuite(ids.Stack(item, "an entry", Labels), place);
    }

    /// <summary>Those whose ids match, and where none does those whose labels do. What is there already stays where it
    /// is, so that "java/tcp-nio,*" means: that one first.</summary>
    private IReadOnlyList<StackEntry> Matching(string pattern, Place place, IReadOnlyList<StackEntry> chosen)
    {
        if (ids.Matching(pattern) is { Count: > 0 } matching)
            return matching.Where(id => chosen.All(c => c.Stack != id)).SelectMany(id => OfSuite(id, place)).ToList();
        return Labelled(label => StackIds.Matches(pattern, label), place) is { Count: > 0 } labelled
            ? labelled.Where(entry => chosen.All(c => c.Label != entry.Label)).ToList()
            : throw new BadInputException(
                $"matches no stack{NearestName.Suggestion(pattern, [.. Labels, .. ids.Patterns])}"
            );
    }

    private IEnumerable<string> Labels => suite.Select(entry => entry.Label).OfType<string>();

    private List<StackEntry> Labelled(Func<string, bool> isMeant, Place place) =>
        suite.Where(e => e.Label is { } label && isMeant(label)).Select(e => e with { Place = place }).ToList();

    /// <summary>The suite's own entries of a stack, which hold its label and options; a plain one where it has
    /// none.</summary>
    private IReadOnlyList<StackEntry> OfSuite(string stack, Place place) =>
        suite
            .Where(e => e.Stack == stack)
            .Select(e => e with { Place = place })
            .DefaultIfEmpty(new StackEntry(place, stack))
            .ToList();

    private static bool IsPattern(string item) => item.Contains('*') || item.Contains('?');
}
