using Pingmark.Model;

namespace Pingmark.Reports.Answers;

/// <summary>Names scenarios by what they differ in: <c>16 connections</c>, <c>reliable</c>.</summary>
/// <param name="all">All scenarios of the run.</param>
internal sealed class ScenarioLabel(IReadOnlyList<Scenario> all)
{
    private readonly List<Func<Scenario, string>> _differing =
    [
        .. ScenarioText.Parts.Where(part => all.Select(part).Distinct().Count() > 1),
    ];

    /// <summary>The words; empty where there is nothing to tell apart.</summary>
    public string Of(Scenario scenario) =>
        all.Count > 1 && all.All(one => one.Name.Length > 0) && all.DistinctBy(one => one.Name).Count() == all.Count
            ? scenario.Name
            : string.Join(", ", _differing.Select(part => part(scenario)).Where(text => text.Length > 0));
}
