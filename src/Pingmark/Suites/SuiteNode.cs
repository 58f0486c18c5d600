namespace Pingmark.Suites;

/// <summary>Where something was written: a position in a file (lines and columns count from 1), or an option of the
/// command line.</summary>
internal readonly record struct Place(string Source, int Line = 0, int Column = 0)
{
    public override string ToString() => Line == 0 ? Source : $"{Source}:{Line}:{Column}";
}

/// <summary>A suite as a tree of texts, lists and mappings that know where they were written. What they mean is the
/// readers' business.</summary>
internal abstract record SuiteNode(Place Place)
{
    /// <summary>For errors: <c>'5sec'</c>, <c>a list</c>.</summary>
    public abstract string Described { get; }
}

/// <summary>A scalar. <paramref name="IsMissing"/>: nothing, <c>~</c> or <c>null</c> was written.</summary>
internal sealed record TextNode(Place Place, string Text, bool IsMissing = false) : SuiteNode(Place)
{
    public override string Described => IsMissing ? "nothing" : $"'{Text}'";
}

internal sealed record ListNode(Place Place, IReadOnlyList<SuiteNode> Items) : SuiteNode(Place)
{
    public override string Described => "a list";
}

internal sealed record MapNode(Place Place, IReadOnlyList<MapEntry> Entries) : SuiteNode(Place)
{
    public override string Described => "a mapping";

    public SuiteNode? this[string key] => Entries.FirstOrDefault(e => e.Key == key)?.Value;

    public MapNode Without(string key) => this with { Entries = Entries.Where(e => e.Key != key).ToList() };

    /// <summary>The same mapping with the value at that path set, and mappings made where the path leads through
    /// none.</summary>
    public MapNode With(ReadOnlySpan<string> path, SuiteNode value)
    {
        var key = path[0];
        var inner =
            path.Length == 1 ? value : (this[key] as MapNode ?? new MapNode(value.Place, [])).With(path[1..], value);
        return this with { Entries = [.. Entries.Where(e => e.Key != key), new MapEntry(key, value.Place, inner)] };
    }
}

internal sealed record MapEntry(string Key, Place Place, SuiteNode Value);
