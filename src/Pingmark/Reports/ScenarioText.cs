using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Writes scenarios for people.</summary>
internal static class ScenarioText
{
    /// <summary>The text for a value that was not asked for.</summary>
    public const string NotSet = "not set";

    /// <summary>Keys that titles show only where a summary's scenarios differ in them; the section on how the run was
    /// measured lists them all.</summary>
    public static readonly IReadOnlyList<(string Name, Func<Scenario, string> Of)> Details =
    [
        ("scenario", s => s.Name.Length > 0 ? s.Name : NotSet),
        .. ScenarioKeys
            .All.Where(key => !key.IsSize)
            .Select(key => (key.Title, (Func<Scenario, string>)(s => key.Text(s) ?? NotSet))),
    ];

    /// <summary>The beginning of the names of keys that the size already tells.</summary>
    private const string OfNetwork = NetworkKeys.Group + " ";

    /// <summary>The sizes of a scenario, with a rate and a network where these are asked for: <c>1 connection x 1 in
    /// flight, 32 B</c>.</summary>
    public static string Size(Scenario s)
    {
        var connections = $"{NumberText.Count(s.Connections)} {(s.Connections == 1 ? "connection" : "connections")}";
        var rate = s.RatePerS is { } perS ? $", {Units.FormatRate(perS)} {s.Arrivals.Word()}" : "";
        var network = s.Network is { } it ? $", {NetworkKeys.Text(it)} by {it.Engine.Word()}" : "";
        return $"{connections} x {NumberText.Count(s.InFlight)} in flight{rate}, {NumberText.Count(s.MessageBytes)} B"
            + network;
    }

    /// <summary>The size, and whatever else distinguishes the scenario from others.</summary>
    public static string Title(Scenario scenario, IReadOnlyCollection<Scenario> others) =>
        string.Join(
            ", ",
            Details
                .Where(d => !d.Name.StartsWith(OfNetwork, StringComparison.Ordinal))
                .Where(d => others.Select(d.Of).Distinct().Count() > 1 && d.Of(scenario) != NotSet)
                .Select(d => $"{d.Name} {d.Of(scenario)}")
                .Prepend(Size(scenario))
        );
}
