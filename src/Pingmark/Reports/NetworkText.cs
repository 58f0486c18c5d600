using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Writes how networks were measured before they were used.</summary>
public static class NetworkText
{
    /// <summary>The number of columns for a network's name and its engine.</summary>
    private const int NameColumns = 2;

    private static readonly Dictionary<string, (string Name, Func<double, string> Format)> Quantities = new()
    {
        ["delay_ns"] = ("delay", NumberText.Duration),
        ["jitter_ns"] = ("jitter", NumberText.Duration),
        ["loss"] = ("loss", NumberText.Percent),
        ["loss_burst"] = ("lost in a row", packets => $"{NumberText.Number(packets)} packets"),
        ["loss_again"] = ("lost two after one", NumberText.Percent),
        ["duplicate"] = ("duplicates", NumberText.Percent),
        ["reorder"] = ("reordered", NumberText.Percent),
        ["rate_bits_per_s"] = ("rate", bits => $"{NumberText.Number(bits / 1e6)} Mbit/s"),
    };

    private static readonly IReadOnlyList<(Column Column, Func<Line, TableCell> Text)> Columns =
    [
        ("Network", line => line.Check.Text),
        ("Engine", line => line.Check.Network.Engine.Word()),
        ("Of", line => line.Quantity),
        (Column.Figure("Asked"), line => line.Format(figure => figure.Asked)),
        (Column.Figure("Got up"), line => line.Format(figure => figure.GotUp)),
        (Column.Figure("Got down"), line => line.Format(figure => figure.GotDown)),
        (Column.Figure("Bound", 1), line => line.Figure is null ? "" : $"± {line.Format(figure => figure.Bound)}"),
        ("Verdict", line => line.Check.Problem ?? (line.Figure is { IsWithin: true } ? "within" : "not within")),
    ];

    public static string Json(IReadOnlyList<NetworkCheck> checks) =>
        JsonSerializer.Serialize(checks, SummaryJson.Options) + "\n";

    /// <summary>The document for <c>pingmark network</c>: a section for each network.</summary>
    public static ReportDocument Build(IReadOnlyList<NetworkCheck> checks) =>
        new(
            "",
            [
                .. checks.Select(check => new Section(
                    "",
                    $"{check.Text}, by {check.Network.Engine.Word()}",
                    [
                        check.Problem is { } problem
                            ? new Paragraph(problem)
                            : Document.Table.FromItems(check.Text, Lines(check), [.. Columns.Skip(NameColumns)]),
                    ]
                )),
            ]
        );

    /// <summary>A table with a row for each figure of each network.</summary>
    public static Table Table(string title, IEnumerable<NetworkCheck> checks) =>
        Document.Table.FromItems(title, checks.SelectMany(Lines), Columns);

    /// <summary>Why cells can't use a network.</summary>
    public static string Refusal(NetworkCheck check) =>
        $"the network {check.Text} could not be made: "
        + (
            check.Problem
            ?? string.Join("; ", Lines(check).Where(line => line.Figure is { IsWithin: false }).Select(Sentence))
                + $" (tried {NumberText.Count(check.Attempts)} times); a busy machine disturbs its times"
        );

    private static string Sentence(Line line) =>
        $"{line.Quantity} {line.Format(figure => figure.Asked)} was asked for, and there were "
        + $"{line.Format(figure => figure.GotUp)} up and {line.Format(figure => figure.GotDown)} down";

    private static IEnumerable<Line> Lines(NetworkCheck check) =>
        check.Problem is null ? check.Figures.Select(figure => new Line(check, figure)) : [new(check, null)];

    /// <param name="Figure">Null where the check has a problem in place of figures.</param>
    private sealed record Line(NetworkCheck Check, NetworkFigure? Figure)
    {
        public string Quantity => Figure is null ? "" : Known.Name;

        public string Format(Func<NetworkFigure, double> value) => Figure is null ? "" : Known.Format(value(Figure));

        private (string Name, Func<double, string> Format) Known =>
            Quantities.GetValueOrDefault(Figure!.Quantity, (Figure.Quantity, NumberText.Number));
    }
}
