using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Reads <c>published</c>: where an experiment was published, what it found, and its figures.</summary>
internal static class PublishedReader
{
    /// <param name="names">Stacks and labels that a figure may be about; null when they aren't known.</param>
    public static Published? Read(MapReader suite, IReadOnlyList<string>? names, Problems problems)
    {
        if (suite.Map("published", "source", "finding", "figures", "claims") is not { } map)
            return null;
        var figures = map.Items("figures")
            .Select(node => Figure(node, Known, problems))
            .OfType<PublishedFigure>()
            .ToList();
        var claims = new ClaimReader(Known, problems);
        return new(map.Required("source", Values.Text, ""), map.One("finding", Values.Text, ""), figures)
        {
            Claims = map.Items("claims").Select(claims.Read).OfType<Claim>().ToList(),
        };

        // What is about a stack that is spelt wrongly would silently never be printed.
        string Known(string text, string what) =>
            names is null || names.Contains(text)
                ? text
                : throw new BadInputException(
                    $"{what} is neither a stack nor a label of this suite: '{text}"
                        + $"'{NearestName.Suggestion(text, names)}"
                );
    }

    private static PublishedFigure? Figure(SuiteNode node, Func<string, string, string> known, Problems problems)
    {
        if (node is not MapNode map)
        {
            problems.Add(
                node.Place,
                $"a published figure must be a mapping with metric and value, not {node.Described}"
            );
            return null;
        }
        var figure = new MapReader(
            map,
            "published.figures",
            problems,
            "stack",
            "scenario",
            "connections",
            "in_flight",
            "metric",
            "value",
            "spread",
            "note",
            "setting"
        );
        return new(
            figure.One<string?>("stack", known, null),
            figure.One<string?>("scenario", Values.Name(60), null),
            figure.Maybe("connections", Values.Int(1, ScenarioKeys.MostConnections)),
            figure.Maybe("in_flight", Values.Int(1, Scenario.MostInFlight)),
            figure.Required("metric", Values.Name(60), ""),
            figure.Required("value", Values.Number, 0),
            figure.Maybe("spread", Values.Number),
            figure.One("note", Values.Text, "")
        )
        {
            Setting = figure.Maybe("setting", ReadSetting),
        };
    }

    /// <summary>Reads where something was measured: <c>one-machine</c>.</summary>
    public static Setting ReadSetting(string text, string what)
    {
        var words = Enum.GetValues<Setting>().ToDictionary(setting => setting.Word().Replace('_', '-'));
        return words.TryGetValue(text, out var known)
            ? known
            : throw new BadInputException(
                $"{what} must be {string.Join(", ", words.Keys)}, not '{text}"
                    + $"'{NearestName.Suggestion(text, [.. words.Keys])}"
            );
    }
}
