using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Comparing;

/// <summary>The same cell in two runs.</summary>
internal sealed record CellPair(Cell Baseline, Cell Run);

/// <summary>Pairs the cells of two runs by stack, client and scenario, then by label; those that are left, by the
/// nearest scenario.</summary>
internal static class CellPairs
{
    /// <summary>The most pairs of cells among which the nearest scenario is searched.</summary>
    private const int MostToSearch = 40_000;

    public static IReadOnlyList<CellPair> Match(IReadOnlyList<Cell> baseline, IReadOnlyList<Cell> run)
    {
        var (left, other) = (baseline.ToList(), run.ToList());
        var pairs = new List<CellPair>();
        Take((a, b) => IsAlike(a, b) && a.Scenario == b.Scenario && a.Label == b.Label);
        Take((a, b) => IsAlike(a, b) && a.Scenario == b.Scenario);
        for (
            var different = 1;
            left.Count * other.Count <= MostToSearch && different <= ScenarioKeys.All.Count + 1;
            different++
        )
            Take(
                (a, b) => IsAlike(a, b) && a.Label == b.Label && Differing(a.Scenario, b.Scenario).Count() <= different
            );
        var order = baseline.Index().ToDictionary(cell => cell.Item.Id, cell => cell.Index);
        return pairs.OrderBy(pair => order[pair.Baseline.Id]).ToList();

        void Take(Func<Cell, Cell, bool> areOne)
        {
            foreach (var cell in left.ToList())
            {
                if (other.FirstOrDefault(b => areOne(cell, b)) is not { } same)
                    continue;
                pairs.Add(new(cell, same));
                left.Remove(cell);
                other.Remove(same);
            }
        }
    }

    /// <summary>The keys in which two scenarios differ, with both values.</summary>
    public static IEnumerable<(string What, string Baseline, string Run)> Differing(Scenario a, Scenario b)
    {
        if (a.Name != b.Name)
            yield return ("scenario", a.Name, b.Name);
        foreach (var key in ScenarioKeys.UsedBy(a, b))
            if (key.Text(a) != key.Text(b))
                yield return (key.Title, key.Text(a) ?? "", key.Text(b) ?? "");
    }

    private static bool IsAlike(Cell a, Cell b) => a.Stack == b.Stack && a.Client == b.Client;
}
