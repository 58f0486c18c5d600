namespace Pingmark.Suites;

/// <summary>Where something was written: a position in a file, counted from 1, or an option.</summary>
internal readonly record struct Place(string Source, int Line = 0, int Column = 0)
{
    public override string ToString() => Line == 0 ? Source : $"{Source}:{Line}:{Column}";
}

/// <summary>A part of a suite's tree of texts, lists and mappings, each of which knows where it was written. What they
/// mean is decided by the readers.</summary>
internal abstract record SuiteNode(Place Place)
{
    /// <summary>What the node is, for messages: <c>'5sec'</c>, <c>a list</c>.</summary>
    public abstract string Description { get; }
}

/// <summary>A single value. <paramref name="IsMissing"/>: nothing, <c>~</c> or <c>null</c> was written.</summary>
internal sealed record TextNode(Place Place, string Text, bool IsMissing = false) : SuiteNode(Place)
{
    public override string Description => IsMissing ? "nothing" : $"'{Text}'";
}

internal sealed record ListNode(Place Place, IReadOnlyList<SuiteNode> Items) : SuiteNode(Place)
{
    public override string Description => "a list";
}

internal sealed record MapNode(Place Place, IReadOnlyList<MapEntry> Entries) : SuiteNode(Place)
{
    public override string Description => "a mapping";

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

/// <summary>Collects everything that is wrong with a suite, so that one reading shows it all.</summary>
internal sealed class Problems
{
    /// <summary>The most problems that are shown; more have one cause and help nobody.</summary>
    private const int MostShown = 50;

    private readonly List<(Place Place, string Text)> found = [];

    public int Count => found.Count;

    /// <param name="text">The problem in words; it may quote the file.</param>
    public void Add(Place place, string text) =>
        found.Add(
            (place, TerminalSafeText.Message(TerminalSafeText.Plain(text).Replace('\n', TerminalSafeText.Masked)))
        );

    /// <summary>Gives the result of <paramref name="read"/>, or notes bad input and gives a default.</summary>
    public T TryRead<T>(Place place, Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (BadInputException e)
        {
            Add(place, e.Message);
            return otherwise;
        }
    }

    /// <exception cref="BadInputException">There are problems.</exception>
    public void ThrowIfAny()
    {
        if (Count > 0)
            throw ToException();
    }

    /// <summary>The exception, one problem a line: the file's in order, then the command line's.</summary>
    public BadInputException ToException()
    {
        var lines = found
            .OrderBy(p => p.Place.Line == 0)
            .ThenBy(p => p.Place.Line)
            .ThenBy(p => p.Place.Column)
            .Select(p => $"{p.Place}: {p.Text}")
            .Distinct()
            .ToList();
        return new(
            string.Join('\n', lines.Take(MostShown))
                + (lines.Count > MostShown ? $"\n… and {lines.Count - MostShown} more" : "")
        );
    }
}
