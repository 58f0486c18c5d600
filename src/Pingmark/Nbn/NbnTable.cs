using System.Globalization;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Sections;
using Pingmark.Statistics;

namespace Pingmark.Nbn;

/// <summary>Writes a predefined benchmark's result in NBN's columns. Mean is the time per message (the measured time
/// divided by the number of messages), of which every round gives one value; Error is half of its 99.9 % confidence
/// interval over rounds, StdDev the standard deviation.</summary>
public static class NbnTable
{
    private const double Level = 0.999;

    public static string Render(Summary summary, IReadOnlyList<TrialRecord> trials, IReadOnlyList<Cell> cells)
    {
        var evidence = new RunEvidence(cells, TrialChecks.Judge(cells, trials));
        // A figure's note is METHOD; CONDITIONS, for several methods have the same number of clients.
        var conditions = (summary.Published?.Figures ?? []).Select(f => f.Note).Distinct().ToList();
        var rows = summary.Cells.Select(cell =>
            Row(cell, evidence.ForCell(cell.Id), conditions.Select(c => Published(summary.Published!, cell, c)))
        );
        return string.Join(
                '\n',
                AlignedTable.Render(
                    3,
                    [
                        "Method",
                        "Library",
                        "Transmission",
                        "Clients",
                        "Throughput",
                        "Mean",
                        "Error",
                        "StdDev",
                        .. conditions.Select(c => $"Published: {c}"),
                    ],
                    rows
                )
            ) + "\n";
    }

    /// <summary>The table of what a message costs each stack, for a benchmark that records its stacks; empty where
    /// nothing was recorded.</summary>
    public static string Costs(Summary summary)
    {
        var table = SamplesSection.Comparison(summary);
        var titles = table.Columns.Select(column => column.Title).ToList();
        var rows = table.Rows.Select(row => row.Select(cell => cell.Text).ToArray()).ToList();
        return rows.Count == 0 ? "" : string.Join('\n', AlignedTable.Render(3, titles, rows)) + "\n";
    }

    /// <summary>What readers should know beside the figures, the worst first.</summary>
    public static IEnumerable<string> Remarks(Summary summary)
    {
        var names = new CellNames(summary);
        return Remark.Collect(summary).Select(r => Escape.Terminal($"* {r.Severity.Word()}: {r.Sentence(names)}"));
    }

    private static string[] Row(CellSummary cell, CellEvidence evidence, IEnumerable<string> published)
    {
        var times = evidence.PrimaryByRound().Select(round => 1e9 / round.Average(s => s.ThroughputPerS)).ToList();
        var transmission = evidence.Ok.Select(r => r.Transmission).FirstOrDefault() ?? cell.Scenario.Transmission;
        string[] name =
        [
            cell.Scenario.Name,
            NbnReport.LibraryOf(cell.Stack),
            transmission?.ToString() ?? NumberText.Missing,
            NumberText.Count(cell.Scenario.Connections),
        ];
        return
        [
            .. name,
            .. times.Count == 0
                ? [cell.Status.Word(), NumberText.Missing, NumberText.Missing, NumberText.Missing]
                : Figures(cell, times),
            .. published,
        ];
    }

    private static string[] Figures(CellSummary cell, List<double> timesNs)
    {
        var mean = timesNs.Average();
        return
        [
            NbnReport.Throughput(1e9 / mean) + (cell.Status == CellStatus.Ok ? "" : $" ({cell.Status.Word()})"),
            NumberText.Duration(mean),
            .. ErrorAndStdDev(timesNs),
        ];
    }

    /// <summary>The texts of NBN's columns Error and StdDev.</summary>
    internal static string[] ErrorAndStdDev(IReadOnlyList<double> timesNs) =>
        ConfidenceInterval.OfMean(timesNs, Level) is { CiLow: { } low, CiHigh: { } high }
            ?
            [
                NumberText.Duration((high - low) / 2),
                NumberText.Duration(ConfidenceInterval.StandardDeviation(timesNs)),
            ]
            : [NumberText.Missing, NumberText.Missing];

    private static string Published(Published published, CellSummary cell, string conditions) =>
        published.Figures.FirstOrDefault(f =>
            f.Stack == cell.Stack && f.Scenario == cell.Scenario.Name && f.Note == conditions
        )
            is { } figure
            ? NbnReport.Throughput(figure.Value)
            : NumberText.Missing;
}
