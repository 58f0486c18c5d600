using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Applies the command line's values to a suite's tree, as if the file had them.</summary>
internal static class SuiteOverrides
{
    /// <summary>The keys for which <c>1,2</c> can only be a list; for others a comma is a part of the text.</summary>
    private static readonly string[] Lists =
    [
        .. ScenarioKeys.All.Where(key => key.IsDimension).Select(key => key.Name),
        .. EarlierOptionKeys.OfSuites.Keys,
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

    /// <summary>Settles how many rounds there may be: as many as are given, or as a budget holds that is
    /// given.</summary>
    public static SuiteSettings Settle(SuiteSettings settings, IReadOnlyList<SuiteOverride> set)
    {
        bool IsGiven(string key) => set.Any(one => KeyOf(one.Assignment) == key);
        if (settings.BudgetNs is not { } budget)
            return settings;
        return IsGiven("rounds") ? settings with { MostRounds = settings.Rounds }
            : IsGiven("budget") ? settings.WithBudget(budget)
            : settings;
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
