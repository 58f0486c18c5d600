using System.Text.Encodings.Web;
using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports.Sections;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Reports.Html;

/// <summary>The data of the page's charts: the figures of summary.json as they are, the curves of all percentiles,
/// trials over time and samples.</summary>
internal sealed record ChartData(
    IReadOnlyList<ChartMetric> Metrics,
    IReadOnlyList<ChartScenario> Scenarios,
    IReadOnlyList<ChartCell> Cells,
    IReadOnlyList<ChartSweep> Sweeps,
    IReadOnlyList<ChartCourse> Courses,
    IReadOnlyList<ChartSamples> Samples,
    IReadOnlyList<ChartTail> Tails
)
{
    /// <summary>The options for JSON; the encoder escapes what could end the element or begin another.</summary>
    internal static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        Encoder = JavaScriptEncoder.Default,
    };

    public static ChartData Build(RunSource run, ChartSources sources)
    {
        var (summary, groups, names) = (run.Summary, run.Groups, run.Names);
        var metrics = Metric.All.Where(m => summary.Cells.Any(c => m.EstimateOf(c) is not null)).ToList();
        var places = summary.Cells.Index().ToDictionary(c => c.Item.Id, c => c.Index);
        var curveOf = sources.Curves.ToDictionary(c => c.Cell);
        return new(
            metrics
                .Select(m => new ChartMetric(m.Key, m.Title, Unit(m.Key), m.Table.ToString(), m.HigherIsFaster))
                .ToList(),
            groups
                .Select(g => new ChartScenario(
                    TerminalSafeText.Plain(g.Title),
                    g.Scenario.HeadlineMetric,
                    g.Cells.Select(c => places[c.Id]).ToList()
                ))
                .ToList(),
            groups
                .SelectMany(g => g.Cells.Select(c => (Group: g, Cell: c)))
                .OrderBy(c => places[c.Cell.Id])
                .Select(c =>
                    ChartCell.From(
                        c.Cell,
                        TerminalSafeText.Plain(c.Group.Name(c.Cell)),
                        TerminalSafeText.Plain(names.Find(c.Cell.Id)),
                        metrics,
                        curveOf.GetValueOrDefault(c.Cell.Id),
                        PublishedRow.ForGroup(c.Group, summary).Where(row => row.Cell == c.Cell)
                    )
                )
                .ToList(),
            ChartSweep.FindAll(summary, places),
            sources
                .Courses.Where(course => places.ContainsKey(course.Cell))
                .Select(course => ChartCourse.From(course, places[course.Cell]))
                .ToList(),
            summary
                .Cells.SelectMany(cell => cell.Samples.Select(side => (Cell: cell, Side: side)))
                .Where(sampled => sampled.Side.Summary.Calls.Count > 0)
                .Select(sampled => new ChartSamples(
                    TerminalSafeText.Plain($"{names.Find(sampled.Cell.Id)}, {sampled.Side.Side}"),
                    sampled.Side.Summary.Calls.Select(Call).ToList()
                ))
                .ToList(),
            sources
                .Tails.Where(tail => places.ContainsKey(tail.Cell))
                .Select(tail => ChartTail.From(tail, places[tail.Cell]))
                .ToList()
        )
        {
            CpuParts = CpuAccount.Names,
        };
    }

    /// <summary>Who may have the cores, in the order of the cells' shares.</summary>
    public IReadOnlyList<string> CpuParts { get; init; } = [];

    /// <summary>How many ranges of densities a decade has.</summary>
    public int RangesPerDecade => CellDensity.RangesPerDecade;

    private static IReadOnlyList<object> Call(CallShare call) =>
        [TerminalSafeText.Plain(call.Method), call.Depth, Math.Round(call.Share, 5)];

    public string ToJson() => JsonSerializer.Serialize(this, Options);

    /// <summary>The unit of a metric, which its key tells.</summary>
    private static string Unit(string key) =>
        key switch
        {
            "achieved_rate" => "share",
            _ when key.EndsWith("_ns", StringComparison.Ordinal) || key.Contains("_ns_", StringComparison.Ordinal) =>
                "ns",
            _ when key.EndsWith("_per_s", StringComparison.Ordinal) => "per_s",
            _ when key.Contains("_bytes", StringComparison.Ordinal) => "bytes",
            _ when key.EndsWith("_ms", StringComparison.Ordinal) => "ms",
            _ => "number",
        };
}

internal sealed record ChartMetric(string Key, string Title, string Unit, string Table, bool HigherIsFaster);

/// <param name="Cells">The cells' places in the list of all.</param>
internal sealed record ChartScenario(string Title, string Headline, IReadOnlyList<int> Cells);

/// <param name="Series">The cell's name among those of its scenario, the same in all scenarios.</param>
/// <param name="Name">The cell's name among all cells.</param>
/// <param name="Stack">The id of the server's stack, which decides how the series looks.</param>
/// <param name="Server">The label of the server's stack.</param>
/// <param name="Mark">The sign of what must be known of the cell, and its meaning; null: nothing must.</param>
/// <param name="Figures">The figures by metric: the value, and the bounds of its interval.</param>
/// <param name="Published">The published figures by metric.</param>
/// <param name="Cpu">The cores that each part had; null where it is not known.</param>
internal sealed record ChartCell(
    string Id,
    string Series,
    string Name,
    string Stack,
    string Server,
    string Client,
    bool Usable,
    IReadOnlyList<string>? Mark,
    IReadOnlyDictionary<string, IReadOnlyList<double?>> Figures,
    IReadOnlyDictionary<string, double> Published,
    ChartCurve? Curve,
    IReadOnlyList<double>? Cpu
)
{
    public static ChartCell From(
        CellSummary cell,
        string series,
        string name,
        IReadOnlyList<Metric> metrics,
        CellCurve? curve,
        IEnumerable<PublishedRow> published
    ) =>
        new(
            cell.Id,
            series,
            name,
            TerminalSafeText.Plain(cell.Stack),
            TerminalSafeText.Plain(cell.Label),
            TerminalSafeText.Plain(cell.Client),
            cell.Status == CellStatus.Ok,
            CellMark.Of(cell) is { } mark ? [$"{mark.Sign}", mark.Meaning] : null,
            metrics
                .Select(m => (m.Key, Estimate: m.EstimateOf(cell)))
                .Where(m => m.Estimate is { } e && double.IsFinite(e.Value))
                .ToDictionary(
                    m => m.Key,
                    m =>
                        (IReadOnlyList<double?>)[m.Estimate!.Value, Finite(m.Estimate.CiLow), Finite(m.Estimate.CiHigh)]
                ),
            published
                .Where(row => double.IsFinite(row.Figure.Value))
                .DistinctBy(row => row.Figure.Metric)
                .ToDictionary(row => row.Figure.Metric, row => row.Figure.Value),
            curve is null ? null : new(curve.Nines, curve.Ns, curve.Known, curve.Density),
            cell.Cpu?.Parts().Select(part => Math.Round(part.Cores, 4)).ToList()
        );

    private static double? Finite(double? value) => value is { } v && double.IsFinite(v) ? v : null;
}

/// <param name="Known">How many points have enough values behind them.</param>
internal sealed record ChartCurve(
    IReadOnlyList<double> Nines,
    IReadOnlyList<double> Ns,
    int Known,
    CellDensity? Density
);
