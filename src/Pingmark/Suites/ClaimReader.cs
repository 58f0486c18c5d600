using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

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
                $"a claim must be a mapping with about, metric, of, to and expect, not {node.Described}"
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
            claim.Required("about", Values.Text, ""),
            claim.Required("metric", KnownMetric, ""),
            of ?? new Dictionary<string, string>(),
            to,
            claim.Required("expect", Expected, ""),
            claim.Maybe("value", Values.Number),
            claim.Maybe("setting", PublishedReader.ReadSetting)
        );
    }

    /// <summary>What a side of the claim says of cells, each value as the keys of scenarios read it.</summary>
    private Dictionary<string, string>? Selector(MapReader claim, string key)
    {
        if (claim.Map(key, ClaimSelector.Keys) is not { } map)
            return null;
        return ClaimSelector.Keys.Where(map.Has).ToDictionary(name => name, name => map.One(name, ReadValue(name), ""));
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
