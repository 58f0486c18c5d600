using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section of suites in which clients meet servers of others: the map of all pairs, what each server and
/// each client does whatever the other side is, and what that does not explain.</summary>
internal static class MatrixSection
{
    private const string HowToRead =
        "A server with any client and a client with any server, in times the middle (the geometric mean) of all, by a "
        + "fit of all pairs, with 95 % intervals.";

    private const int FarthestNamed = 3;

    /// <summary>The p-value below which the section says that effects don't merely multiply.</summary>
    private const double MostNonAdditivityP = 0.01;

    public static Section Build(RunSource run) =>
        new(
            "matrix",
            "Servers and clients",
            run.Groups.Select(group => new Details(group.Title, [.. Blocks(group, run)]) { IsOpen = true }).ToList(),
            TitledIn: Media.Files
        );

    private static IEnumerable<Block> Blocks(ScenarioGroup group, RunSource run)
    {
        var (grids, sides) = (ServerClientGrid.All(group), group.Sides);
        foreach (var (at, grid) in grids.Index())
        {
            var own = sides.Count == grids.Count ? sides[at] : null;
            foreach (var block in new HeatMap(grid, namesFollow: own is not null).Blocks)
                yield return block;
            if (own is null)
                continue;
            yield return new Paragraph(HowToRead, at == 0 ? Media.Files : 0);
            yield return Effects(grid, own);
            yield return new Paragraph(Residuals(own));
        }
        if (grids.Count > 0)
            yield return new Paragraph(Pairs(group, run), Media.Screen);
    }

    private static Table Effects(ServerClientGrid grid, SideEffects sides)
    {
        var (servers, clients) = (ByName(sides.Servers), ByName(sides.Clients));
        return Table.FromItems(
            "Effects of servers and clients",
            grid.Names,
            (new Column("Stack") { IsOnOneLine = true }, name => $"{grid.LetterOf(name)} {name}"),
            (Column.Figure("Server, with any client"), name => Text(servers.GetValueOrDefault(name))),
            (Column.Figure("Client, with any server"), name => Text(clients.GetValueOrDefault(name)))
        );
    }

    private static Dictionary<string, SideEffect> ByName(SideRole role) => role.All.ToDictionary(one => one.Name);

    private static TableCell Text(SideEffect? effect) =>
        effect is null
            ? NumberText.Missing
            : new TableCell(EstimateText.RatioWithInterval(effect.LogFactor.Estimate()))
            {
                Value = Math.Exp(effect.LogFactor.Mean),
            };

    private static string Residuals(SideEffects sides)
    {
        var farthest = sides
            .FarthestCells.Take(FarthestNamed)
            .Select(one => $"{one.Cell.Label} with client {one.Cell.Client} {EstimateText.Ratio(one.Factor)}");
        var multiply =
            sides.NonAdditivityP < MostNonAdditivityP
                ? " Some clients gain more by a faster server than others (Tukey's test of additivity)."
                : "";
        return $"Times the middle, 95 % intervals. Pairs differ by {NumberText.Percent(sides.ResidualShare)} (sd) "
            + $"from what both sides make one expect; farthest: {string.Join(", ", farthest)}.{multiply}";
    }

    /// <summary>Where comparisons of single pairs are, for a terminal has no room for so many.</summary>
    private static string Pairs(ScenarioGroup group, RunSource run)
    {
        var made = group.Headlines.ToList();
        var undecided = made.Count(one => one.Verdict == ComparisonVerdict.Undecided);
        return run.Folder is null || made.Count == 0
            ? ""
            : $"Single pairs beside the baseline's: {NumberText.Count(made.Count)}, {NumberText.Count(undecided)} "
                + $"undecided; {RunReport.WholeFile} has them.";
    }
}
