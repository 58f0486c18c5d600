using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>A key for which the command line gives a value that replaces the file's.</summary>
/// <param name="Assignment">The key and its value as <c>key=value</c>.</param>
/// <param name="Typed">The words that the user typed, with which messages begin.</param>
public sealed record SuiteOverride(string Assignment, string Typed)
{
    /// <summary>Makes an override from <c>--set rounds=3</c>.</summary>
    public static SuiteOverride FromSet(string assignment) => new(assignment, $"--set {assignment}");

    /// <summary>Makes an override from a key's own option, such as <c>--rounds 3</c>.</summary>
    public static SuiteOverride FromOption(string option, string key, string value) =>
        new($"{key}={value}", $"{option} {value}");
}

/// <summary>Applies the command line's values to a suite's tree, as if the file had them.</summary>
internal static class SuiteOverrides
{
    /// <summary>The keys for which <c>1,2</c> can only be a list; for others a comma is a part of the text.</summary>
    private static readonly string[] Lists =
    [
        .. ScenarioKeys.All.Where(key => key.IsDimension).Select(key => key.Name),
        .. EarlierOptionKeys.SuiteKeys.Keys,
        NetworkKeys.Group,
        "client",
        "stacks",
        CapacityReader.Slo,
        "baseline.by",
    ];

    /// <summary>Keys that exclude each other: one that is set removes the other from the file.</summary>
    private static readonly Dictionary<string, string> Alternatives = new()
    {
        ["messages"] = "duration",
        ["duration"] = "messages",
    };

    public static MapNode Apply(MapNode suite, IReadOnlyList<SuiteOverride> set, Problems problems)
    {
        foreach (var (assignment, _) in set)
            if (Alternatives.TryGetValue(KeyOf(assignment), out var alternative))
                suite = suite.Without(alternative);
        foreach (var (assignment, typed) in set)
        {
            var place = new Place(typed);
            var path = KeyOf(assignment).Split('.');
            if (!assignment.Contains('=') || path.Any(key => key.Length == 0))
                problems.Add(place, "must be key=value, such as connections=16 or socket.no_delay=false");
            else if (Value(path, assignment[(assignment.IndexOf('=') + 1)..].Trim(), place, problems) is { } value)
                suite = suite.With(path, value);
        }
        return suite;
    }

    private static string KeyOf(string assignment) => assignment.Split('=', 2)[0].Trim();

    private static SuiteNode? Value(string[] path, string text, Place place, Problems problems)
    {
        if (text.Length == 0)
            return new TextNode(place, "", IsMissing: true);
        var isList = path[0] == OptionKeys.Group || Lists.Contains(path[^1]) || Lists.Contains(string.Join('.', path));
        var isBareList = isList && text.Contains(',') && text[0] is not ('[' or '{' or '"' or '\'');
        // A comment is YAML too, and says nothing.
        return text[0] == '#'
            ? new TextNode(place, "", IsMissing: true)
            : SuiteYaml.Read(isBareList ? $"[{text}]" : text, _ => place, problems);
    }
}

/// <summary>Expands <c>network: wifi</c> to <c>network: {profile: wifi}</c>.</summary>
internal static class NetworkShorthand
{
    public static MapNode Expand(MapNode map) =>
        map[NetworkKeys.Group] is { } value and (ListNode or TextNode { IsMissing: false })
            ? map.With(
                [NetworkKeys.Group],
                new MapNode(value.Place, [new MapEntry(NetworkKeys.ProfileKey, value.Place, value)])
            )
            : map;
}

/// <summary>Resolves recordings beside the suite's file; those of the command line are used as given.</summary>
internal static class ReplayPaths
{
    private const string Scenarios = "scenarios";

    private static readonly string Key = ScenarioKeys.Replay.Name;

    public static MapNode Resolve(MapNode suite, Problems problems)
    {
        if (suite[Key] is { } named)
            suite = suite.With([Key], ResolvePath(named, problems));
        return suite[Scenarios] is ListNode list && list.Items.OfType<MapNode>().Any(one => one[Key] is not null)
            ? suite.With(
                [Scenarios],
                list with
                {
                    Items = list.Items.Select(one => one is MapNode map ? Resolve(map, problems) : one).ToList(),
                }
            )
            : suite;
    }

    private static SuiteNode ResolvePath(SuiteNode named, Problems problems)
    {
        if (named is ListNode list)
            return list with { Items = list.Items.Select(one => ResolvePath(one, problems)).ToList() };
        if (named is not TextNode { IsMissing: false } text)
            return named;
        if (Path.IsPathRooted(text.Text) || text.Text.Split('/').Contains(".."))
            problems.Add(text.Place, $"{Key} must be a file beside the suite, or in a folder there");
        return text with { Text = Path.Combine(Path.GetDirectoryName(text.Place.Source) ?? "", text.Text) };
    }
}
