using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Scenarios for people.</summary>
internal static class ScenarioText
{
    /// <summary>What nobody asked for.</summary>
    public const string NotSet = "not set";

    /// <summary>What titles leave out unless a summary's scenarios differ in it; all of it is listed with how the run
    /// was measured.</summary>
    public static readonly IReadOnlyList<(string Name, Func<Scenario, string> Of)> Details =
    [
        ("scenario", s => s.Name.Length > 0 ? s.Name : NotSet),
        .. ScenarioKeys
            .All.Where(key => !key.IsSize)
            .Select(key => (key.Title, (Func<Scenario, string>)(s => key.Text(s) ?? NotSet))),
    ];

    /// <summary>What the size tells whole.</summary>
    private const string OfNetwork = NetworkKeys.Group + " ";

    /// <summary><c>1 connection x 1 in flight, 32 B</c>, and a rate and a network where one is asked for.</summary>
    public static string Size(Scenario s)
    {
        var connections = $"{NumberText.Count(s.Connections)} {(s.Connections == 1 ? "connection" : "connections")}";
        var rate = s.RatePerS is { } perS ? $", {Units.FormatRate(perS)} {s.Arrivals.Word()}" : "";
        var network = s.Network is { } it ? $", {NetworkKeys.Text(it)} by {it.Engine.Word()}" : "";
        return $"{connections} x {NumberText.Count(s.InFlight)} in flight{rate}, {NumberText.Count(s.MessageBytes)} B"
            + network;
    }

    /// <summary>The size, and whatever else tells it from others.</summary>
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
