using System.Text.Json;
using Pingmark.Model;
using Pingmark.Wording;
using Spectre.Console;

namespace Pingmark.Reports;

/// <summary>What networks were asked for and what they did, as a table, for <c>pingmark network</c>.</summary>
public static class NetworkReport
{
    /// <summary>The network's name and its engine, which are told once.</summary>
    private const int Names = 2;

    public static string Json(IReadOnlyList<NetworkCheck> checks) =>
        JsonSerializer.Serialize(checks, SummaryJson.Options) + "\n";

    public static void Write(IAnsiConsole console, IReadOnlyList<NetworkCheck> checks)
    {
        foreach (var check in checks)
        {
            console.WriteLine(Escape.Terminal($"{check.Text}, by {check.Network.Engine.Word()}"));
            if (check.Problem is { } problem)
                console.WriteLine(Escape.Terminal(problem));
            else
                console.Write(Figures(check));
        }
    }

    private static Table Figures(NetworkCheck check)
    {
        var table = new Table().Border(TableBorder.Simple);
        foreach (var (at, header) in NetworkText.Headers.Skip(Names).Index())
            table.AddColumn(Column(header, isText: at == 0 || header == NetworkText.Headers[^1]));
        foreach (var row in NetworkText.Rows([check]))
            table.AddRow(row.Skip(Names).Select(text => new Text(Escape.Terminal(text))));
        return table;
    }

    private static TableColumn Column(string header, bool isText)
    {
        var column = new TableColumn(new Text(header)).PadLeft(0).PadRight(1).NoWrap();
        return isText ? column : column.RightAligned();
    }
}
