namespace Pingmark.Suites;

/// <summary>Where something was written: a position in a file (lines and columns count from 1), or an option of the
/// command line.</summary>
internal readonly record struct Place(string Source, int Line = 0, int Column = 0)
{
    public override string ToString() => Line == 0 ? Source : $"{Source}:{Line}:{Column}";
}

/// <summary>A part of a suite's tree of texts, lists and mappings, each of which knows where it was written. What they
/// mean is decided by the readers.</summary>
internal abstract record SuiteNode(Place Place)
{
    /// <summary>What the node is, for messages: <c>'5sec'</c>, <c>a list</c>.</summary>
    public abstract string Described { get; }
}

/// <summary>A single value. <paramref name="IsMissing"/>: nothing, <c>~</c> or <c>null</c> was written.</summary>
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

    /// <summary>The mapping with the value at a path set; mappings that the path needs are made.</summary>
    public MapNode With(ReadOnlySpan<string> path, SuiteNode value)
    {
        var key = path[0];
        var inner =
            path.Length == 1 ? value : (this[key] as MapNode ?? new MapNode(value.Place, [])).With(path[1..], value);
        return this with { Entries = [.. Entries.Where(e => e.Key != key), new MapEntry(key, value.Place, inner)] };
    }
}

internal sealed record MapEntry(string Key, Place Place, SuiteNode Value);
