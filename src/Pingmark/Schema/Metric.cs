using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>
/// A figure of a cell, one row each: its key in summary.json and results.csv, its name for people, how it is written
/// for them, how it follows from the trials, and where it is shown. A new metric is a row in the file of its kind;
/// readers, tables, columns, charts, exports, the schema and the documentation follow from it.
/// </summary>
public sealed record Metric(string Key, string Title, MetricTable Table, MetricUnit Unit, Estimation Estimation)
{
    /// <summary>What docs/results-format.md adds to its title; empty where key and title tell everything.</summary>
    public string Meaning { get; init; } = "";

    /// <summary>Its column in the terminal; null where only the other reports show it.</summary>
    public TerminalColumn? Terminal { get; init; }

    /// <summary>What the estimate is multiplied by, such as a message's bytes; null: the scenario has no such
    /// figure.</summary>
    public Func<Scenario, double?> Factor { get; init; } = _ => 1;

    /// <summary>Whether cells are compared with their baselines by it.</summary>
    public bool IsCompared { get; init; }

    /// <summary>True where a higher value is better; false for times and costs.</summary>
    public bool HigherIsFaster { get; init; }

    /// <summary>Whether the table of NetworkBenchmarkDotNet's custom benchmark shows it.</summary>
    public bool IsInNbn { get; init; }

    public static Metric Throughput => RoundTripMetrics.Throughput;

    public static Metric P50 => RoundTripMetrics.P50;

    public static Metric Mean => RoundTripMetrics.Mean;

    public static Metric LapMean => LoadMetrics.LapMean;

    public static Metric ServerCpu => CostMetrics.ServerCpu;

    public static Metric Busy => CostMetrics.Busy;

    /// <summary>All metrics in the order of summary.json.</summary>
    public static readonly IReadOnlyList<Metric> All =
    [
        .. RoundTripMetrics.All,
        .. LoadMetrics.All,
        .. CostMetrics.All,
    ];

    /// <summary>The metrics of a table in the order of reports: round trips, then throughput.</summary>
    public static IReadOnlyList<Metric> In(MetricTable table) =>
        All.Where(metric => metric.Table == table).OrderBy(metric => metric == Throughput).ToList();

    /// <summary>The metric of a key; null if this version doesn't know it.</summary>
    public static Metric? Find(string key) => All.FirstOrDefault(m => m.Key == key);

    /// <summary>The figure of a cell; null where it is not known.</summary>
    public Estimate? EstimateOf(CellSummary cell) => cell.Figures.GetValueOrDefault(Key);

    /// <summary>The cell with this figure set; null removes it.</summary>
    public CellSummary Put(CellSummary cell, Estimate? value) =>
        cell with
        {
            Figures = value is null ? cell.Figures.Remove(Key) : cell.Figures.SetItem(Key, value),
        };

    /// <summary>A value as text with its unit: <c>8.7 µs</c>.</summary>
    public string Format(double value) => Unit.Format(value);

    /// <summary>The figure of a cell as text, without its interval: <c>8.7 µs</c>.</summary>
    public string Text(CellSummary cell) =>
        EstimateOf(cell) is { } estimate ? Format(estimate.Value) : NumberText.Missing;
}

/// <summary>The tables of a report that show a metric.</summary>
public enum MetricTable
{
    /// <summary>Round trips and throughput.</summary>
    Times,

    /// <summary>What a fixed rate adds: round trips from the send, and how late messages left.</summary>
    OpenLoop,

    /// <summary>What messages that go one way add: bytes received, and messages sent.</summary>
    OneWay,

    /// <summary>A connection for each message: time to connect and to the first byte.</summary>
    Churn,

    /// <summary>What snapshots that a server sends unasked add: how late they arrive, and how far apart.</summary>
    Tick,

    /// <summary>An impaired network: goodput, stalls and packets on the wire.</summary>
    Network,

    /// <summary>What many connections add: the memory that each of them takes.</summary>
    Memory,

    /// <summary>What a message costs, for server and client.</summary>
    Costs,

    /// <summary>The means of laps, which have a table of their own.</summary>
    Laps,

    /// <summary>No table: the metric is shown beside published figures alone.</summary>
    Published,
}

/// <summary>A metric's column in the terminal, where there may be no room for all of them.</summary>
/// <param name="Header">The heading, whose lines are those of the text; null in a scenario that has no such
/// figure.</param>
/// <param name="Rank">How important the column is, from 1 on; the one with the highest number is left out
/// first.</param>
public sealed record TerminalColumn(Func<Scenario, string?> Header, int Rank)
{
    public TerminalColumn(string header, int rank)
        : this(_ => header, rank) { }

    /// <summary>The heading where there is little room; null: the usual one.</summary>
    public string? Abbreviation { get; init; }

    public string ShortHeader(Scenario scenario) => Abbreviation ?? Header(scenario) ?? "";
}
