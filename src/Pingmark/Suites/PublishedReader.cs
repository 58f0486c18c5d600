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
        if (suite.ReadMap("published", "source", "finding", "figures", "claims") is not { } map)
            return null;
        var figures = map.ReadItems("figures")
            .Select(node => Figure(node, Known, problems))
            .OfType<PublishedFigure>()
            .ToList();
        var claims = new ClaimReader(Known, problems);
        return new(map.ReadRequired("source", Values.Text, ""), map.Read("finding", Values.Text, ""), figures)
        {
            Claims = map.ReadItems("claims").Select(claims.Read).OfType<Claim>().ToList(),
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
                $"a published figure must be a mapping with metric and value, not {node.Description}"
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
            figure.Read<string?>("stack", known, null),
            figure.Read<string?>("scenario", Values.Name(60), null),
            figure.ReadOrNull("connections", Values.Int(1, ScenarioKeys.MaxConnections)),
            figure.ReadOrNull("in_flight", Values.Int(1, Scenario.MaxInFlight)),
            figure.ReadRequired("metric", Values.Name(60), ""),
            figure.ReadRequired("value", Values.Number, 0),
            figure.ReadOrNull("spread", Values.Number),
            figure.Read("note", Values.Text, "")
        )
        {
            Setting = figure.ReadOrNull("setting", ReadSetting),
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

/// <summary>Reads the <c>claims</c> of <c>published</c>: what it found, in a form that a run can judge.</summary>
/// <param name="stack">Reads the name of a stack.</param>
internal sealed class ClaimReader(Func<string, string, string> stack, Problems problems)
{
    private static readonly string[] Keys = ["about", "metric", "of", "to", "expect", "value", "setting"];

    /// <summary>The claim; null where it is no mapping, which is noted as a problem.</summary>
    public Claim? Read(SuiteNode node)
    {
        if (node is not MapNode map)
        {
            problems.Add(
                node.Place,
                $"a claim must be a mapping with about, metric, of, to and expect, not {node.Description}"
            );
            return null;
        }
        var claim = new MapReader(map, "published.claims", problems, Keys);
        var of = Selector(claim, "of");
        var to = Selector(claim, "to");
        if (!claim.Has("of"))
            problems.Add(claim.PlaceOf("of"), "published.claims.of is missing: which cells is it about?");
        else if (of is not null && to is not null && !to.Keys.ToHashSet().SetEquals(of.Keys))
            problems.Add(
                claim.PlaceOf("to"),
                "published.claims.to must have the keys of published.claims.of: " + string.Join(", ", of.Keys)
            );
        return new(
            claim.ReadRequired("about", Values.Text, ""),
            claim.ReadRequired("metric", KnownMetric, ""),
            of ?? new Dictionary<string, string>(),
            to,
            claim.ReadRequired("expect", Expected, ""),
            claim.ReadOrNull("value", Values.Number),
            claim.ReadOrNull("setting", PublishedReader.ReadSetting)
        );
    }

    /// <summary>What a side of the claim says of cells, each value as the keys of scenarios read it.</summary>
    private Dictionary<string, string>? Selector(MapReader claim, string key)
    {
        if (claim.ReadMap(key, ClaimSelector.Keys) is not { } map)
            return null;
        return ClaimSelector
            .Keys.Where(map.Has)
            .ToDictionary(name => name, name => map.Read(name, ReadValue(name), ""));
    }

    private Func<string, string, string> ReadValue(string name) =>
        name switch
        {
            ClaimSelector.Stack => stack,
            ClaimSelector.Scenario => Values.Name(60),
            _ => (text, what) => ScenarioKeys.Find(name).Read(text, what, new()) is not null ? text : "",
        };

    private static string Expected(string text, string what) =>
        Expectation.Read(text.Trim(), what) is not null ? text.Trim() : "";

    private static string KnownMetric(string text, string what) =>
        Metric.Find(text) is not null
            ? text
            : throw new BadInputException(
                $"{what} is no metric: '{text}'{NearestName.Suggestion(text, [.. Metric.All.Select(m => m.Key)])}"
            );
}
