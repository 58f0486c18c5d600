using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Nbn;

/// <summary>A cell of a predefined benchmark, as NBN's tables show it.</summary>
internal sealed record NbnRow(CellSummary Cell, CellEvidence Evidence)
{
    /// <summary>The time for each message in each round that counts, in ns.</summary>
    public IReadOnlyList<double> TimesNs { get; } =
        Evidence.PrimaryByRound().Select(round => 1e9 / round.Average(s => s.ThroughputPerS)).ToList();

    public string Name => NbnReport.NameOf(Cell);

    private string Transmission =>
        (Evidence.Ok.Select(r => r.Transmission).FirstOrDefault() ?? Cell.Scenario.Transmission)?.ToString()
        ?? NumberText.Missing;

    /// <summary>The texts of the columns up to StdDev.</summary>
    public string[] Texts =>
        [
            Cell.Scenario.Name,
            Name,
            Transmission,
            NumberText.Count(Cell.Scenario.AllConnections),
            .. TimesNs.Count == 0
                ? [Cell.Status.Word(), .. Enumerable.Repeat(NumberText.Missing, 3)]
                : Figures(TimesNs.Average()),
        ];

    public IEnumerable<string[]> Costs =>
        TimesNs.Count == 0 ? [] : NbnCosts.Rows([Cell.Scenario.Name, Name, Transmission], Cell, Evidence);

    private string[] Figures(double meanNs) =>
        [
            NbnReport.Throughput(1e9 / meanNs) + (Cell.Status == CellStatus.Ok ? "" : $" ({Cell.Status.Word()})"),
            NumberText.Duration(meanNs),
            .. NbnError.Cells(TimesNs),
        ];
}
