using System.Text.Json;
using Pingmark.Model;
using Pingmark.Vocabulary;
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
                Figures(check).Write(console);
        }
    }

    /// <summary>Without bounds where there is no room: the verdict says what follows from them.</summary>
    private static FittedTable Figures(NetworkCheck check) =>
        new(
            NetworkText
                .Headers.Index()
                .Skip(Names)
                .Select(header => new FittedColumn(header.Item)
                {
                    IsFigure = header.Index != Names && header.Index != NetworkText.Headers.Count - 1,
                    Rank = header.Item == NetworkText.Bound ? 1 : 0,
                })
                .ToList(),
            NetworkText.Rows([check]).Select(row => (IReadOnlyList<string>)[.. row.Skip(Names)])
        );
}
