using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Reports;

/// <summary>What a server does whatever the client, or a client whatever the server.</summary>
/// <param name="Of">The logarithm of its factor to the middle of all.</param>
internal sealed record SideEffect(string Name, LogarithmEstimate Of);

/// <summary>A role, with those of it that no other one is shown to be ahead of.</summary>
/// <param name="All">In the order of the suite.</param>
/// <param name="Ahead">The fastest first, then those that may be as fast.</param>
internal sealed record SideRole(IReadOnlyList<SideEffect> All, IReadOnlyList<SideEffect> Ahead)
{
    /// <summary>Whether one is shown to be slower than the fastest.</summary>
    public bool IsDecided => Ahead.Count < All.Count;
}

/// <summary>The cells of a scenario in which several clients met several servers, explained by a server and a client
/// (<see cref="TwoWayFit"/>): of all cells together each side is known better than any pair is.</summary>
internal sealed class SideEffects
{
    private readonly TwoWayFit _fit;
    private readonly IReadOnlyList<CellSummary> _cells;
    private readonly IReadOnlyList<string> _servers;
    private readonly IReadOnlyList<string> _clients;
    private readonly List<(bool IsServer, int A, int B)> _slower = [];

    /// <summary>The variance of a side's factor that another start of its processes makes, which all of its cells
    /// share, so that no cell tells it.</summary>
    private readonly double _ofStarts;

    private SideEffects(
        TwoWayFit fit,
        IReadOnlyList<CellSummary> cells,
        IReadOnlyList<string> servers,
        IReadOnlyList<string> clients
    )
    {
        (_fit, _cells, _servers, _clients) = (fit, cells, servers, clients);
        _ofStarts = Math.Pow(LogarithmEstimates.ProcessShareOfRatios, 2) / cells.Min(cell => Math.Max(1, cell.Rounds));
    }

    public SideRole Servers => Role(_servers, _fit.Rows, isServer: true);

    public SideRole Clients => Role(_clients, _fit.Columns, isServer: false);

    private static LogarithmEstimate With(LogarithmEstimate estimate, double variance) =>
        estimate with
        {
            StandardError = Math.Sqrt(Math.Pow(estimate.StandardError!.Value, 2) + variance),
        };

    /// <summary>By which factor a cell usually differs from what its sides make one expect, less 1: 0.1 is 10
    /// %.</summary>
    public double Rest => Math.Exp(_fit.ResidualSd) - 1;

    /// <summary>The p-value of the hypothesis that the factors of both sides multiply; null where nothing tells
    /// it.</summary>
    public double? NonAdditivityP => _fit.NonAdditivityP;

    /// <summary>The cells that differ most from what their sides make one expect, with the factor.</summary>
    public IEnumerable<(CellSummary Cell, double Factor)> Farthest =>
        _cells
            .Zip(_fit.Residuals, (cell, left) => (Cell: cell, Left: left))
            .OrderByDescending(one => Math.Abs(one.Left))
            .Select(one => (one.Cell, Math.Exp(one.Left)));

    /// <summary>The effects of a run's groups. The chance that any server or client is wrongly said to be ahead of
    /// another one in them is 5 %.</summary>
    public static ILookup<ScenarioGroup, SideEffects> OfRun(IReadOnlyList<ScenarioGroup> groups)
    {
        var all = groups
            .SelectMany(group => ServerClientGrid.All(group).Select(grid => (Group: group, Fit: Of(group, grid))))
            .Where(one => one.Fit is not null)
            .Select(one => (one.Group, Fit: one.Fit!))
            .ToList();
        var pairs = all.SelectMany(one => one.Fit.Pairs().Select(pair => (one.Fit, Pair: pair))).ToList();
        var real = Holm.StepDown([.. pairs.Select(one => one.Pair.By.PValue!.Value)], 1 - ConfidenceInterval.Level);
        foreach (var ((fit, pair), (_, isReal)) in pairs.Zip(real))
            if (isReal)
                fit._slower.Add(pair.By.Mean > 0 ? (pair.IsServer, pair.B, pair.A) : (pair.IsServer, pair.A, pair.B));
        return all.ToLookup(one => one.Group, one => one.Fit);
    }

    private static SideEffects? Of(ScenarioGroup group, ServerClientGrid grid)
    {
        var values = Logarithms(group, grid);
        var cells = grid.Cells.Where(values.ContainsKey).ToList();
        var (servers, clients) = (
            cells.Select(cell => cell.Label).Distinct().ToList(),
            cells.Select(cell => cell.Client).Distinct().ToList()
        );
        var placed = cells.Select(cell => (servers.IndexOf(cell.Label), clients.IndexOf(cell.Client), values[cell]));
        return TwoWayFit.Fit([.. placed]) is { } fit ? new(fit, cells, servers, clients) : null;
    }

    /// <summary>The logarithms of rates, relative to that of the baseline, which had its slices beside them: what moved
    /// the machine moved both. Where there is no baseline, the rates as they are.</summary>
    private static Dictionary<CellSummary, double> Logarithms(ScenarioGroup group, ServerClientGrid grid)
    {
        if (group.Scenario.HeadlineMetric != Metric.Throughput.Key)
            return [];
        var usable = grid.Cells.Where(cell => cell.Status == CellStatus.Ok).ToList();
        var ratios = usable
            .Select(cell => (cell, Ratio: cell == group.Baseline ? 1 : group.Headline(cell)?.Ratio.Value))
            .Where(one => one.Ratio > 0)
            .ToDictionary(one => one.cell, one => Math.Log(one.Ratio!.Value));
        return ratios.Count == usable.Count
            ? ratios
            : usable
                .Where(cell => !cell.Crowded && Metric.Throughput.EstimateOf(cell) is { Value: > 0 })
                .ToDictionary(cell => cell, cell => Math.Log(Metric.Throughput.EstimateOf(cell)!.Value));
    }

    private IEnumerable<(bool IsServer, int A, int B, LogarithmEstimate By)> Pairs() =>
        [
            .. from a in Enumerable.Range(0, _servers.Count)
            from b in Enumerable.Range(a + 1, _servers.Count - a - 1)
            select (true, a, b, With(_fit.RowDifference(a, b), 2 * _ofStarts)),
            .. from a in Enumerable.Range(0, _clients.Count)
            from b in Enumerable.Range(a + 1, _clients.Count - a - 1)
            select (false, a, b, With(_fit.ColumnDifference(a, b), 2 * _ofStarts)),
        ];

    private SideRole Role(IReadOnlyList<string> names, IReadOnlyList<LogarithmEstimate> effects, bool isServer)
    {
        var all = names.Zip(effects, (name, of) => new SideEffect(name, With(of, _ofStarts))).ToList();
        var best = Enumerable.Range(0, all.Count).MaxBy(at => all[at].Of.Mean);
        var ahead = all.Where((_, at) => !_slower.Contains((isServer, at, best)));
        return new(all, [.. ahead.OrderByDescending(one => one.Of.Mean)]);
    }
}
