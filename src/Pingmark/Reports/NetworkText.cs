using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>Networks as they were measured before they were used.</summary>
public static class NetworkText
{
    public const string Title = "Networks";

    public const string HowToRead =
        "Each network was measured by probes of its own before any cell used it, each way (up: from clients to "
        + "servers). Cells of a network that was not within its bounds are withheld.";

    public const string Bound = "Bound";

    public static readonly IReadOnlyList<string> Headers =
    [
        "Network",
        "Engine",
        "Of",
        "Asked",
        "Got up",
        "Got down",
        Bound,
        "Verdict",
    ];

    private static readonly Dictionary<string, (string Name, Func<double, string> Format)> Quantities = new()
    {
        ["delay_ns"] = ("delay", NumberText.Duration),
        ["jitter_ns"] = ("jitter", NumberText.Duration),
        ["loss"] = ("loss", NumberText.Percent),
        ["duplicate"] = ("duplicates", NumberText.Percent),
        ["reorder"] = ("reordered", NumberText.Percent),
        ["rate_bits_per_s"] = ("rate", bits => $"{NumberText.Number(bits / 1e6)} Mbit/s"),
    };

    /// <summary>A row for each figure of each network.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Rows(IEnumerable<NetworkCheck> checks) =>
        checks.SelectMany(Rows).ToList();

    private static IEnumerable<IReadOnlyList<string>> Rows(NetworkCheck check) =>
        check.Problem is { } problem
            ?
            [
                [check.Text, Engine(check), "", "", "", "", "", problem],
            ]
            : check.Figures.Select(figure => Row(check, figure));

    private static IReadOnlyList<string> Row(NetworkCheck check, NetworkFigure figure)
    {
        var (name, format) = Quantities.GetValueOrDefault(figure.Quantity, (figure.Quantity, NumberText.Number));
        return
        [
            check.Text,
            Engine(check),
            name,
            format(figure.Asked),
            format(figure.GotUp),
            format(figure.GotDown),
            $"± {format(figure.Bound)}",
            figure.IsWithin ? "within" : "not within",
        ];
    }

    private static string Engine(NetworkCheck check) => check.Network.Engine.Word();

    /// <summary>Why cells can't use it.</summary>
    public static string Refusal(NetworkCheck check) =>
        $"the network {check.Text} could not be made: "
        + (
            check.Problem
            ?? string.Join("; ", Rows(check).Where(row => row[^1] != "within").Select(Sentence))
                + $" (tried {NumberText.Count(check.Attempts)} times); a busy machine disturbs its times"
        );

    private static string Sentence(IReadOnlyList<string> row) =>
        $"{row[2]} {row[3]} was asked for, and there were {row[4]} up and {row[5]} down";
}
