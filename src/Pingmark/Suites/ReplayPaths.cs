using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Finds the recordings that a suite's file names, which are beside that file or below its folder. Those of
/// the command line are where the user is.</summary>
internal static class ReplayPaths
{
    private const string Scenarios = "scenarios";

    private static readonly string Key = ScenarioKeys.Replay.Name;

    public static MapNode Spelt(MapNode suite, Problems problems)
    {
        if (suite[Key] is { } named)
            suite = suite.With([Key], Found(named, problems));
        return suite[Scenarios] is ListNode list && list.Items.OfType<MapNode>().Any(one => one[Key] is not null)
            ? suite.With(
                [Scenarios],
                list with
                {
                    Items = list.Items.Select(one => one is MapNode map ? Spelt(map, problems) : one).ToList(),
                }
            )
            : suite;
    }

    private static SuiteNode Found(SuiteNode named, Problems problems)
    {
        if (named is ListNode list)
            return list with { Items = list.Items.Select(one => Found(one, problems)).ToList() };
        if (named is not TextNode { IsMissing: false } text)
            return named;
        if (Path.IsPathRooted(text.Text) || text.Text.Split('/').Contains(".."))
            problems.Add(text.Place, $"{Key} must be a file beside the suite, or in a folder there");
        return text with { Text = Path.Combine(Path.GetDirectoryName(text.Place.Source) ?? "", text.Text) };
    }
}
