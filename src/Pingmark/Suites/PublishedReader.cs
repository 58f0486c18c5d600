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
        if (suite.Map("published", "source", "finding", "figures") is not { } map)
            return null;
        var figures = map.Items("figures")
            .Select(node => Figure(node, names, problems))
            .OfType<PublishedFigure>()
            .ToList();
        return new(map.Required("source", Values.Text, ""), map.One("finding", Values.Text, ""), figures);
    }

    private static PublishedFigure? Figure(SuiteNode node, IReadOnlyList<string>? names, Problems problems)
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
            "note"
        );
        return new(
            figure.One<string?>("stack", Known, null),
            figure.One<string?>("scenario", Values.Name(60), null),
            figure.Maybe("connections", Values.Int(1, ScenarioKeys.MostConnections)),
            figure.Maybe("in_flight", Values.Int(1, Scenario.MostInFlight)),
            figure.Required("metric", Values.Name(60), ""),
            figure.Required("value", Values.Number, 0),
            figure.Maybe("spread", Values.Number),
            figure.One("note", Values.Text, "")
        );

        // A figure about a stack that is spelt wrongly would silently never be printed.
        string Known(string text, string what) =>
            names is null || names.Contains(text)
                ? text
                : throw new BadInputException(
                    $"{what} is neither a stack nor a label of this suite: '{text}"
                        + $"'{NearestName.Suggestion(text, names)}"
                );
    }
}
