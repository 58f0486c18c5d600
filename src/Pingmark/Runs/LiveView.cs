using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Statistics;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Shows on a terminal, while a run measures, the cells at work, every cell's figure and ratio with intervals
/// that narrow, and the time that is left. It is drawn between blocks, when nothing is measured.</summary>
internal sealed class LiveView(ProgressLog progress, IReadOnlyList<Cell> cells)
{
    private const string Gap = "  ";

    /// <summary>The shortest room for names, in columns; where they would have less, ratios are left out.</summary>
    private const int ShortestName = 12;

    /// <summary>The rows that are kept for steps above, the header and the number of cells that are left out.</summary>
    private const int OtherRows = 5;

    private readonly List<TrialRecord> _records = [];

    public void Add(IReadOnlyList<TrialRecord> records) => _records.AddRange(records);

    public void ShowBlock(BlockBegin begin)
    {
        var (columns, rows) = progress.Size;
        var shown = Math.Clamp(rows - OtherRows, 1, cells.Count);
        var working = begin.Block.Cells.Select(cell => cell.Id).ToHashSet();
        var first = cells.Index().First(cell => working.Contains(cell.Item.Id)).Index;
        var from = Math.Clamp(first - shown / 2, 0, cells.Count - shown);
        var lines = Table(Rows().ToList(), columns);
        progress.View([
            new(
                $"round {begin.Block.Round}/{begin.Rounds}, block {begin.Number}/{begin.Blocks}, about "
                    + $"{NumberText.RoughlyElapsed(begin.LeftNs / 1e9)} left"
            ),
            .. cells
                .Zip(lines)
                .Skip(from)
                .Take(shown)
                .Select(cell =>
                    working.Contains(cell.First.Id)
                        ? new ViewLine("> " + cell.Second, IsStrong: true)
                        : new ViewLine("  " + cell.Second)
                ),
            .. shown < cells.Count ? [new ViewLine($"  {cells.Count - shown} more cells")] : Array.Empty<ViewLine>(),
        ]);
    }

    private IEnumerable<(string Name, string Figure, string Ratio)> Rows()
    {
        var evidence = new RunEvidence(cells, TrialChecks.Judge(cells, _records));
        var headlines = evidence.HeadlineRatios().ToList();
        var ratios = headlines
            .Zip(LogarithmEstimates.EstimateRatios(headlines.Select(headline => headline.Ratios).ToList()))
            .ToDictionary(pair => pair.First.A.Id, pair => pair.Second?.Estimate());
        return cells.Select(cell =>
            (
                cell.Id,
                Figure(evidence.ForCell(cell.Id)),
                ratios.GetValueOrDefault(cell.Id) is { } ratio ? EstimateText.RatioWithInterval(ratio) : ""
            )
        );
    }

    private static string Figure(CellEvidence evidence)
    {
        if (evidence.Records.FirstOrDefault(record => record.Status != CellStatus.Ok) is { } problem)
            return problem.Status.ToString().ToLowerInvariant();
        var metric = Metric.Find(evidence.Cell.Scenario.HeadlineMetric)!;
        return evidence.Ok.Count > 0 && Estimates.Compute(metric, evidence).Estimate is { } estimate
            ? EstimateText.WithInterval(estimate, metric.Format)
            : NumberText.Missing;
    }

    private static IEnumerable<string> Table(List<(string Name, string Figure, string Ratio)> rows, int columns)
    {
        var (name, figure, ratio) = (
            rows.Max(row => row.Name.Length),
            rows.Max(row => row.Figure.Length),
            rows.Max(row => row.Ratio.Length)
        );
        // Two columns for the mark, and the last one stays free.
        var room = columns - 3 - Gap.Length - figure;
        var hasRatios = ratio > 0 && room - Gap.Length - ratio >= Math.Min(name, ShortestName);
        name = Math.Max(1, Math.Min(name, hasRatios ? room - Gap.Length - ratio : room));
        return rows.Select(row =>
            (
                row.Name[..Math.Min(name, row.Name.Length)].PadRight(name)
                + Gap
                + row.Figure.PadRight(figure)
                + (hasRatios ? Gap + row.Ratio : "")
            ).TrimEnd()
        );
    }
}
