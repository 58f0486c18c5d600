using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Reports;

/// <summary>What a server does whatever the client, or a client whatever the server.</summary>
/// <param name="LogFactor">The logarithm of its factor to the middle of all.</param>
internal sealed record SideEffect(string Name, LogarithmEstimate LogFactor);

/// <summary>All servers, or all clients, with those that no other one is shown to be ahead of.</summary>
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

    /// <summary>The variance of a side's factor between starts of its processes. All of its cells share it, so that no
    /// cell tells it.</summary>
    private readonly double _varianceOfStarts;

    private SideEffects(
        TwoWayFit fit,
        IReadOnlyList<CellSummary> cells,
        IReadOnlyList<string> servers,
        IReadOnlyList<string> clients
    )
    {
        (_fit, _cells, _servers, _clients) = (fit, cells, servers, clients);
        _varianceOfStarts =
            Math.Pow(LogarithmEstimates.ProcessShareOfRatios, 2) / cells.Min(cell => Math.Max(1, cell.Rounds));
    }

    public SideRole Servers => Role(_servers, _fit.Rows, isServer: true);

    public SideRole Clients => Role(_clients, _fit.Columns, isServer: false);

    /// <summary>By which share a cell usually differs from what its sides make one expect: 0.1 is 10 %.</summary>
    public double ResidualShare => Math.Exp(_fit.ResidualSd) - 1;

    /// <summary>The p-value of the hypothesis that the factors of both sides multiply; null where nothing tells
    /// it.</summary>
    public double? NonAdditivityP => _fit.NonAdditivityP;

    /// <summary>The cells that differ most from what their sides make one expect, with the factor.</summary>
    public IEnumerable<(CellSummary Cell, double Factor)> FarthestCells =>
        _cells
            .Zip(_fit.Residuals, (cell, residual) => (Cell: cell, Residual: residual))
            .OrderByDescending(one => Math.Abs(one.Residual))
            .Select(one => (one.Cell, Math.Exp(one.Residual)));

    /// <summary>The effects of a run's groups. The chance that any server or client is wrongly said to be ahead of
    /// another one in them is 5 %.</summary>
    public static ILookup<ScenarioGroup, SideEffects> FromRun(IReadOnlyList<ScenarioGroup> groups)
    {
        var all = (
            from scenario in groups
            from grid in ServerClientGrid.All(scenario)
            let effects = FromGrid(scenario, grid)
            where effects is not null
            select (Group: scenario, Effects: effects)
        ).ToList();
        var pairs = all.SelectMany(one => one.Effects.Pairs().Select(pair => (one.Effects, Pair: pair))).ToList();
        var real = Holm.StepDown([.. pairs.Select(one => one.Pair.By.PValue!.Value)], 1 - ConfidenceInterval.Level);
        foreach (var ((effects, pair), (_, isReal)) in pairs.Zip(real))
            if (isReal)
                effects._slower.Add(
                    pair.By.Mean > 0 ? (pair.IsServer, pair.B, pair.A) : (pair.IsServer, pair.A, pair.B)
                );
        return all.ToLookup(one => one.Group, one => one.Effects);
    }

    private static SideEffects? FromGrid(ScenarioGroup group, ServerClientGrid grid)
    {
        var values = LogRates(group, grid);
        var cells = grid.Cells.Where(values.ContainsKey).ToList();
        var servers = cells.Select(cell => cell.Label).Distinct().ToList();
        var clients = cells.Select(cell => cell.Client).Distinct().ToList();
        var placed = cells.Select(cell => (servers.IndexOf(cell.Label), clients.IndexOf(cell.Client), values[cell]));
        return TwoWayFit.Fit([.. placed]) is { } fit ? new(fit, cells, servers, clients) : null;
    }

    /// <summary>The logarithms of rates, relative to that of the baseline, which had its slices beside them: what moved
    /// the machine moved both. Where there is no baseline, the rates as they are.</summary>
    private static Dictionary<CellSummary, double> LogRates(ScenarioGroup group, ServerClientGrid grid)
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
            .. Pairs(_servers.Count).Select(at => (true, at.A, at.B, Widen(_fit.RowDifference(at.A, at.B), 2))),
            .. Pairs(_clients.Count).Select(at => (false, at.A, at.B, Widen(_fit.ColumnDifference(at.A, at.B), 2))),
        ];

    private static IEnumerable<(int A, int B)> Pairs(int count) =>
        from a in Enumerable.Range(0, count)
        from b in Enumerable.Range(a + 1, count - a - 1)
        select (a, b);

    /// <summary>Adds to an estimate what the starts of these many sides make uncertain.</summary>
    private LogarithmEstimate Widen(LogarithmEstimate estimate, int sides) =>
        estimate with
        {
            StandardError = Math.Sqrt(Math.Pow(estimate.StandardError!.Value, 2) + sides * _varianceOfStarts),
        };

    private SideRole Role(IReadOnlyList<string> names, IReadOnlyList<LogarithmEstimate> effects, bool isServer)
    {
        var all = names.Zip(effects, (name, effect) => new SideEffect(name, Widen(effect, 1))).ToList();
        var best = Enumerable.Range(0, all.Count).MaxBy(at => all[at].LogFactor.Mean);
        var ahead = all.Where((_, at) => !_slower.Contains((isServer, at, best)));
        return new(all, [.. ahead.OrderByDescending(one => one.LogFactor.Mean)]);
    }
}
