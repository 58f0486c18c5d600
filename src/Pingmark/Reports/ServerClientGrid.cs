using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>The cells of one scenario and transport in which several clients met several servers.</summary>
internal sealed class ServerClientGrid
{
    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private readonly Dictionary<(string Client, string Server), CellSummary> _cells;

    private ServerClientGrid(IReadOnlyList<CellSummary> cells)
    {
        Cells = cells;
        _cells = cells.ToDictionary(cell => (cell.Client, cell.Label));
        Servers = cells.Select(cell => cell.Label).Distinct().ToList();
        Clients = cells.Select(cell => cell.Client).Distinct().ToList();
        Names = Servers.Union(Clients).ToList();
    }

    public IReadOnlyList<CellSummary> Cells { get; }
    public IReadOnlyList<string> Servers { get; }
    public IReadOnlyList<string> Clients { get; }

    /// <summary>Both without repetitions.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>One for each transport of which servers met several clients.</summary>
    public static IReadOnlyList<ServerClientGrid> All(ScenarioGroup group) =>
        group
            .Cells.GroupBy(cell => Transports.ForStack(cell.Stack))
            .Where(cells => cells.Select(cell => (cell.Client, cell.Label)).Distinct().Count() == cells.Count())
            .Select(cells => new ServerClientGrid([.. cells]))
            .Where(grid => grid.Servers.Count > 1 && grid.Clients.Count > 1 && grid.Names.Count <= Letters.Length)
            .Where(grid => grid._cells.Count > Math.Max(grid.Servers.Count, grid.Clients.Count))
            .ToList();

    /// <summary>Whether grids have all cells of a scenario, so that a row for each would only repeat them.</summary>
    public static bool HaveAll(ScenarioGroup group) => All(group).Sum(grid => grid.Cells.Count) == group.Cells.Count;

    /// <summary>The cell of a client and a server; null where they were not to meet.</summary>
    public CellSummary? Find(string client, string server) => _cells.GetValueOrDefault((client, server));

    /// <summary>The letter of a server or client, whose name would not fit.</summary>
    public string LetterOf(string name) => $"{Letters[Names.ToList().IndexOf(name)]}";
}
