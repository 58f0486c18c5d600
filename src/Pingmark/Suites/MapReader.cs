using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Reads a mapping's values by key. Whatever is wrong goes to the problems with its place, and a fallback is
/// returned.</summary>
internal sealed class MapReader
{
    private readonly MapNode map;
    private readonly string path;
    private readonly Problems problems;

    /// <param name="path">The key of the mapping itself, for messages; empty for the whole suite.</param>
    /// <param name="keys">All keys that the mapping may have.</param>
    public MapReader(MapNode map, string path, Problems problems, params IReadOnlyList<string> keys)
    {
        (this.map, this.path, this.problems) = (map, path, problems);
        foreach (var entry in map.Entries.Where(e => !keys.Contains(e.Key)))
            problems.Add(
                entry.Place,
                $"unknown key '{entry.Key}'{(path.Length > 0 ? $" in {path}" : "")}"
                    + $"{NearestName.Suggestion(entry.Key, keys)}"
            );
    }

    public bool Has(string key) => map[key] is not null;

    public bool IsMap(string key) => map[key] is MapNode;

    /// <summary>Where the value of a key is written; where the mapping is written if it lacks the key.</summary>
    public Place PlaceOf(string key) => map[key]?.Place ?? map.Place;

    /// <summary>Reads one value; <paramref name="fallback"/> when the key is absent or its value is bad.</summary>
    public T Read<T>(string key, Func<string, string, T> parse, T fallback) =>
        map[key] is { } node ? Parse(node, key, parse, fallback) : fallback;

    /// <summary>Reads one value; null when the key is absent or its value is bad.</summary>
    public T? ReadOrNull<T>(string key, Func<string, string, T> parse)
        where T : struct => Read<T?>(key, (text, what) => parse(text, what), null);

    /// <summary>Reads one value that must be there.</summary>
    public T ReadRequired<T>(string key, Func<string, string, T> parse, T fallback)
    {
        if (!Has(key))
            problems.Add(map.Place, $"{FullKey(key)} is missing");
        return Read(key, parse, fallback);
    }

    /// <summary>Reads a value or a list of distinct values; <paramref name="fallback"/> alone if absent.</summary>
    public IReadOnlyList<T> ReadList<T>(string key, Func<string, string, T> parse, T fallback)
    {
        if (map[key] is not { } node)
            return [fallback];
        if (node is not ListNode)
            return [Parse(node, key, parse, fallback)];
        var values = new List<T>();
        var known = new HashSet<T>();
        foreach (var item in ReadItems(key))
        {
            var problemsBefore = problems.Count;
            var value = Parse(item, key, parse, fallback);
            if (problems.Count > problemsBefore)
                continue;
            if (known.Add(value))
                values.Add(value);
            else
                problems.Add(item.Place, $"{FullKey(key)} lists {item.Description} twice");
        }
        return values;
    }

    /// <summary>Reads a text or a list of texts, which may be empty and may repeat.</summary>
    public IReadOnlyList<string> ReadTexts(string key) =>
        map[key] is { } node ? Listed(node, key).Select(item => Parse(item, key, Values.Text, "")).ToList() : [];

    /// <summary>The items of a list, or one item in place of a list; an empty list is a problem.</summary>
    public IReadOnlyList<SuiteNode> ReadItems(string key)
    {
        if (map[key] is not { } node)
            return [];
        if (node is ListNode { Items.Count: 0 })
            problems.Add(node.Place, $"{FullKey(key)} is an empty list");
        return Listed(node, key);
    }

    /// <summary>A reader of an inner mapping; null when it is absent or something else.</summary>
    public MapReader? ReadMap(string key, params IReadOnlyList<string> keys)
    {
        if (map[key] is not { } node)
            return null;
        if (node is MapNode inner)
            return new MapReader(inner, FullKey(key), problems, keys);
        problems.Add(
            node.Place,
            $"{FullKey(key)} must be a mapping with {string.Join(", ", keys)}, not {node.Description}"
        );
        return null;
    }

    private T Parse<T>(SuiteNode node, string key, Func<string, string, T> parse, T fallback)
    {
        if (node is TextNode { IsMissing: false } text)
            return problems.TryRead(node.Place, () => parse(text.Text, FullKey(key)), fallback);
        problems.Add(
            node.Place,
            node is TextNode
                ? $"{FullKey(key)} has no value"
                : $"{FullKey(key)} must be a single value, not {node.Description}"
        );
        return fallback;
    }

    private IReadOnlyList<SuiteNode> Listed(SuiteNode node, string key)
    {
        if (node is not ListNode list)
            return [node];
        if (list.Items.Count <= Suite.MaxCells)
            return list.Items;
        problems.Add(node.Place, $"{FullKey(key)} has {list.Items.Count} entries; {Suite.MaxCells} are the most");
        return [];
    }

    private string FullKey(string key) => path.Length > 0 ? $"{path}.{key}" : key;
}
