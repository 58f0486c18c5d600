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

    /// <summary>The sizes of a scenario one by one, in words; empty where it has none.</summary>
    public static readonly IReadOnlyList<Func<Scenario, string>> Sizes =
    [
        Connections,
        s => $"{NumberText.Count(s.InFlight)} in flight",
        Rate,
        Bytes,
    ];

    /// <summary>The same with all that was asked for beside the sizes.</summary>
    public static readonly IReadOnlyList<Func<Scenario, string>> Parts =
    [
        .. Sizes,
        s => Servers(s).TrimStart(',', ' '),
        s => s.Network is { } it ? NetworkKeys.Text(it) : "",
        .. Details
            .Where(detail => !detail.Name.StartsWith(OfNetwork, StringComparison.Ordinal))
            .Select(detail =>
                (Func<Scenario, string>)(s => detail.Of(s) == NotSet ? "" : $"{detail.Name} {detail.Of(s)}")
            ),
    ];

    /// <summary>The sizes of a scenario, with a rate and a network where these are asked for: <c>1 connection x 1 in
    /// flight, 32 B</c>.</summary>
    public static string Size(Scenario s)
    {
        var rate = s.RatePerS is null ? "" : $", {Rate(s)}";
        var network = s.Network is { } it ? $", {NetworkKeys.Text(it)} by {it.Engine.Word()}" : "";
        return $"{Connections(s)} x {NumberText.Count(s.InFlight)} in flight{rate}, {Bytes(s)}{Servers(s)}{network}";
    }

    private static string Servers(Scenario s) =>
        s.Servers is { } servers ? $", {NumberText.Count(servers, "server")}" : "";

    private static string Bytes(Scenario s) =>
        $"{(s.Replay?.SizesBytes is null ? "" : "up to ")}{NumberText.Count(s.MessageBytes)} B";

    private static string Rate(Scenario s)
    {
        var of = (s.Replay?.File ?? (s.Burst is { } messages ? NumberText.Count(messages) : null)) is { } what
            ? $" of {what}"
            : "";
        return s.RatePerS is { } perS ? $"{Units.FormatRate(perS)} {s.Arrivals.Word()}{of}" : "";
    }

    private static string Connections(Scenario s) =>
        $"{NumberText.Count(s.Connections)} {(s.Connections == 1 ? "connection" : "connections")}";

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
