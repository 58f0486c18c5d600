using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The rates of a grid, with clients as rows and servers as columns. Columns have letters, because names would
/// not fit.</summary>
/// <param name="namesFollow">Whether something below the map tells which letter is whose.</param>
internal sealed class HeatMap(ServerClientGrid grid, bool namesFollow)
{
    /// <summary>The shades from low to high rates, in equal factors.</summary>
    private const string Shades = " ░▒▓█";

    private readonly List<double> _rates = [.. grid.Cells.Select(Rate).OfType<double>()];

    private double Lowest => _rates.DefaultIfEmpty().Min();
    private double Highest => _rates.DefaultIfEmpty().Max();

    /// <summary>The explanation of the shades, and the map: a drawing where letters have one width, otherwise a
    /// table; then the explanation of its marks.</summary>
    public IEnumerable<Block> Blocks =>
        [
            new Paragraph(
                $"Rate in k/s, clients down, servers across; shaded from {NumberText.Rate(Lowest)} to "
                    + NumberText.Rate(Highest),
                Media.Text
            ),
            new Drawing(Lines, Media.Terminal),
            Table.FromItems(
                "Rates of clients and servers",
                grid.Clients,
                [
                    ("Client", client => $"{grid.LetterOf(client)} {client}"),
                    .. from server in grid.Servers
                    select (
                        Column.Figure(grid.LetterOf(server)),
                        (Func<string, TableCell>)(client => (Mark(client, server) + Text(client, server)).Trim())
                    ),
                ]
            ) with
            {
                Media = Media.Markdown,
            },
            new Paragraph(CellMark.Legend(grid.Cells), Media.Text),
        ];

    /// <summary>The rate of a cell with its shade: <c>54▒</c>; the sign alone of one that has no rate.</summary>
    private string Text(string client, string server)
    {
        if (grid.Find(client, server) is not { } cell)
            return "";
        if (Rate(cell) is not { } rate)
            return $"{CellMark.Find(cell)?.Sign} ";
        var thousands = rate / 1e3;
        // Whole ones, but for those below ten.
        var digits = thousands < 9.5 ? 2 : 1 + (int)Math.Log10(thousands);
        return $"{NumberText.Significant(thousands, digits)}{Shade(rate)}";
    }

    /// <summary>The sign before a rate; empty where there is none.</summary>
    private string Mark(string client, string server) =>
        grid.Find(client, server) is { } cell && Rate(cell) is not null ? $"{CellMark.Find(cell)?.Sign}" : "";

    /// <summary>The lines of the drawing; names stand in front of the rows only where they have room.</summary>
    private IEnumerable<string> Lines(int width)
    {
        var widest = grid
            .Clients.SelectMany(client => grid.Servers.Select(server => Text(client, server).Length))
            .Max();
        var longest = grid.Clients.Max(client => client.Length);
        // Signs have a column of their own where there is room, and stand in the gap between columns elsewhere.
        var column = widest + (1 + (widest + 2) * grid.Servers.Count <= width ? 2 : 1);
        var isNamed = 2 + longest + column * grid.Servers.Count <= width;
        string Head(string client) =>
            isNamed ? $"{grid.LetterOf(client)} {client.PadRight(longest)}" : grid.LetterOf(client);
        var head = Head(grid.Clients[0]).Length;
        // As many servers beside one another as there is room for.
        foreach (var servers in grid.Servers.Chunk(Math.Max(1, (width - head) / column)))
        {
            yield return (
                new string(' ', head)
                + string.Concat(servers.Select(server => (grid.LetterOf(server) + " ").PadLeft(column)))
            ).TrimEnd();
            foreach (var client in grid.Clients)
                yield return (
                    Head(client)
                    + string.Concat(
                        servers.Select(server => (Mark(client, server) + Text(client, server)).PadLeft(column))
                    )
                ).TrimEnd();
        }
        if (!namesFollow)
            foreach (var name in grid.Names.Where(name => !isNamed || !grid.Clients.Contains(name)))
                yield return $"{grid.LetterOf(name)} {name}";
    }

    private char Shade(double rate)
    {
        var heat = Highest > Lowest ? Math.Log(rate / Lowest) / Math.Log(Highest / Lowest) : 0;
        return Shades[Math.Min(Shades.Length - 1, (int)(heat * Shades.Length))];
    }

    private static double? Rate(CellSummary cell) =>
        cell.Status == CellStatus.Ok && Metric.Throughput.EstimateOf(cell) is { Value: > 0 } rate ? rate.Value : null;
}
