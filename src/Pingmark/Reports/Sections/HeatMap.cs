using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The rates of a scenario in which several clients are measured with several servers of one transport, with
/// clients as rows and servers as columns. Columns have letters, because names would not fit.</summary>
internal sealed class HeatMap
{
    /// <summary>The meaning of the marks of all maps.</summary>
    public const string Legend =
        "x: not ok; !: some lost, late, duplicated, reordered, corrupt or silent, others had its cores, or provisional";

    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /// <summary>The shades from low to high rates, in equal factors.</summary>
    private const string Shades = " ░▒▓█";

    private readonly Dictionary<(string Client, string Server), CellSummary> _cells;
    private readonly IReadOnlyList<string> _names;
    private readonly double _lowest;
    private readonly double _highest;

    private HeatMap(IReadOnlyList<CellSummary> cells)
    {
        _cells = cells.ToDictionary(cell => (cell.Client, cell.Label));
        Servers = cells.Select(cell => cell.Label).Distinct().ToList();
        Clients = cells.Select(cell => cell.Client).Distinct().ToList();
        _names = Servers.Union(Clients).ToList();
        var rates = cells.Select(Rate).OfType<double>().DefaultIfEmpty().ToList();
        (_lowest, _highest) = (rates.Min(), rates.Max());
    }

    private IReadOnlyList<string> Servers { get; }
    private IReadOnlyList<string> Clients { get; }

    /// <summary>One map for each transport of which servers met several clients.</summary>
    public static IReadOnlyList<HeatMap> ForGroup(ScenarioGroup group) =>
        group
            .Cells.GroupBy(cell => Transports.ForStack(cell.Stack))
            .Where(cells => cells.Select(cell => (cell.Client, cell.Label)).Distinct().Count() == cells.Count())
            .Select(cells => new HeatMap([.. cells]))
            .Where(map => map.Servers.Count > 1 && map.Clients.Count > 1 && map._names.Count <= Letters.Length)
            .Where(map => map._cells.Count > Math.Max(map.Servers.Count, map.Clients.Count))
            .ToList();

    /// <summary>Whether the maps show all cells, so that a row for each would only repeat them.</summary>
    public static bool AddNames(IReadOnlyList<HeatMap> maps, ScenarioGroup group) =>
        maps.Sum(map => map._cells.Count) == group.Cells.Count;

    /// <summary>The explanation of the shades, and the map: a drawing where letters have one width, otherwise a
    /// table.</summary>
    public IEnumerable<Block> Blocks =>
        [
            new Paragraph(
                $"Rate in k/s, clients down, servers across; shaded from {NumberText.Rate(_lowest)} to "
                    + NumberText.Rate(_highest)
            ),
            new Drawing(Lines) { Media = Media.Terminal },
            Table.FromItems(
                "Rates of clients and servers",
                Clients,
                [
                    ("Client", client => $"{LetterOf(client)} {client}"),
                    .. from server in Servers
                    select (
                        Column.Figure(LetterOf(server)),
                        (Func<string, TableCell>)(client => Text(client, server).Trim())
                    ),
                ]
            ) with
            {
                Media = Media.Files,
            },
        ];

    /// <summary>The letter of a server or client.</summary>
    private string LetterOf(string name) => $"{Letters[_names.ToList().IndexOf(name)]}";

    /// <summary>The text of a cell with its shade: <c>54▒</c>.</summary>
    private string Text(string client, string server) =>
        _cells.TryGetValue((client, server), out var cell) ? Text(cell) : "";

    /// <summary>The lines of the drawing; names stand in front of the rows only where they have room.</summary>
    private IEnumerable<string> Lines(int width)
    {
        var column = 1 + Clients.SelectMany(client => Servers.Select(server => Text(client, server).Length)).Max();
        var longest = Clients.Max(client => client.Length);
        var isNamed = 2 + longest + column * Servers.Count <= width;
        string Head(string client) => isNamed ? $"{LetterOf(client)} {client.PadRight(longest)}" : LetterOf(client);
        // As many servers beside one another as there is room for.
        foreach (var servers in Servers.Chunk(Math.Max(1, (width - Head(Clients[0]).Length) / column)))
        {
            yield return new string(' ', Head(Clients[0]).Length)
                + string.Concat(servers.Select(server => (LetterOf(server) + " ").PadLeft(column)));
            foreach (var client in Clients)
                yield return Head(client)
                    + string.Concat(servers.Select(server => Text(client, server).PadLeft(column)));
        }
        foreach (var name in _names.Where(name => !isNamed || !Clients.Contains(name)))
            yield return $"{LetterOf(name)} {name}";
    }

    private string Text(CellSummary cell)
    {
        if (Rate(cell) is not { } rate)
            return "x ";
        var mark = ReportSentences.Marks(cell).Any() ? "!" : "";
        var thousands = rate / 1e3;
        // Whole ones, but for those below ten.
        var digits = thousands < 9.5 ? 2 : 1 + (int)Math.Log10(thousands);
        return $"{mark}{NumberText.Significant(thousands, digits)}{Shade(rate)}";
    }

    private char Shade(double rate)
    {
        var heat = _highest > _lowest ? Math.Log(rate / _lowest) / Math.Log(_highest / _lowest) : 0;
        return Shades[Math.Min(Shades.Length - 1, (int)(heat * Shades.Length))];
    }

    private static double? Rate(CellSummary cell) =>
        cell.Status == CellStatus.Ok && Metric.Throughput.EstimateOf(cell) is { Value: > 0 } rate ? rate.Value : null;
}
