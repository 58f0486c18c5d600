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
    public static readonly IReadOnlyList<(string Name, Func<Scenario, string> Text)> Details =
    [
        ("scenario", s => s.Name.Length > 0 ? s.Name : NotSet),
        .. ScenarioKeys
            .All.Where(key => !key.IsSize)
            .Select(key => (key.Title, (Func<Scenario, string>)(s => key.Text(s) ?? NotSet))),
    ];

    /// <summary>The details that the size of a scenario does not have already.</summary>
    private static readonly IReadOnlyList<Func<Scenario, string>> DetailsBesideSize =
    [
        .. Details
            .Where(detail => !detail.Name.StartsWith(NetworkKeys.Group + " ", StringComparison.Ordinal))
            .Select(detail =>
                (Func<Scenario, string>)(
                    s => detail.Text(s) is var text && text == NotSet ? "" : $"{detail.Name} {text}"
                )
            ),
    ];

    /// <summary>The sizes of a scenario one by one, in words; empty where it has none.</summary>
    public static readonly IReadOnlyList<Func<Scenario, string>> Sizes =
    [
        Connections,
        s => $"{NumberText.Count(s.InFlight)} in flight",
        Rate,
        Bytes,
    ];

    /// <summary>The same with all that was asked for beside the sizes.</summary>
    private static readonly IReadOnlyList<Func<Scenario, string>> Parts =
    [
        .. Sizes,
        Servers,
        s => s.Network is { } network ? NetworkKeys.Text(network) : "",
        .. DetailsBesideSize,
    ];

    /// <summary>The sizes of a scenario, with a rate and a network where these are asked for: <c>1 connection x 1 in
    /// flight, 32 B</c>.</summary>
    public static string Size(Scenario s) =>
        Join([
            $"{Connections(s)} x {NumberText.Count(s.InFlight)} in flight",
            Rate(s),
            Bytes(s),
            Servers(s),
            s.Network is { } network ? $"{NetworkKeys.Text(network)} by {network.Engine.Word()}" : "",
        ]);

    /// <summary>The size, and whatever else distinguishes the scenario from others.</summary>
    public static string Title(Scenario scenario, IReadOnlyCollection<Scenario> all) =>
        Join(Differing(DetailsBesideSize, all).Select(part => part(scenario)).Prepend(Size(scenario)));

    /// <summary>The writer of short names for scenarios, of what they differ in: <c>16 connections</c>,
    /// <c>reliable</c>; their own names where each has one, and empty where there is but one.</summary>
    public static Func<Scenario, string> Labels(IReadOnlyCollection<Scenario> all)
    {
        if (
            all.Count > 1
            && all.All(one => one.Name.Length > 0)
            && all.DistinctBy(one => one.Name).Count() == all.Count
        )
            return scenario => scenario.Name;
        var differing = Differing(Parts, all).ToList();
        return scenario => Join(differing.Select(part => part(scenario)));
    }

    private static IEnumerable<Func<Scenario, string>> Differing(
        IEnumerable<Func<Scenario, string>> parts,
        IReadOnlyCollection<Scenario> all
    ) => parts.Where(part => all.Select(part).Distinct().Count() > 1);

    private static string Join(IEnumerable<string> parts) => string.Join(", ", parts.Where(part => part.Length > 0));

    private static string Servers(Scenario s) => s.Servers is { } servers ? NumberText.Count(servers, "server") : "";

    private static string Bytes(Scenario s) =>
        s.Question ?? $"{(s.Replay?.SizesBytes is null ? "" : "up to ")}{NumberText.Count(s.MessageBytes)} B";

    private static string Rate(Scenario s)
    {
        var burst = s.Replay?.File ?? (s.Burst is { } messages ? NumberText.Count(messages) : null);
        return s.RatePerS is { } perS
            ? $"{Units.FormatRate(perS)} {s.Arrivals.Word()}{(burst is null ? "" : $" of {burst}")}"
            : "";
    }

    private static string Connections(Scenario s) => NumberText.Count(s.Connections, "connection");
}
