using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockDesignTests
{
    private const long Ms = 1_000_000;

    private static readonly Arbitrary<(int Tcp, int Udp, long SliceMs, int MostSides, int Seed)> Matrices = (
        from tcp in Gen.Choose(1, 14)
        from udp in Gen.Choose(0, 8)
        from slice in Gen.Choose(10, 300)
        from most in Gen.Choose(4, 60)
        from seed in Gen.Choose(0, 1_000_000)
        select (tcp, udp, (long)slice, most, seed)
    ).ToArbitrary();

    private static IEnumerable<Cell> Matrix(string transport, int stacks) =>
        from server in Enumerable.Range(1, stacks)
        from client in Enumerable.Range(1, stacks)
        select new Cell
        {
            Id = $"{transport}-{server} {transport}-{client}",
            Label = $"{transport}-{server}",
            Stack = $"x/{transport}-{server}",
            Client = $"x/{transport}-{client}",
            Scenario = new(),
        };

    private static List<Cell> Cells(int tcp, int udp) => [.. Matrix("tcp", tcp), .. Matrix("udp", udp)];

    private static IReadOnlyList<Block> Round(IEnumerable<Cell> cells, long sliceMs, int mostSides, int seed) =>
        new RunPlan(
            cells,
            new()
            {
                SharesSides = true,
                SliceNs = sliceMs * Ms,
                MostSides = mostSides,
            }
        ).DrawRound(1, new Random(seed));

    [Fact]
    public void Each_round_has_every_cell_once_and_no_side_twice_in_a_block() =>
        Prop.ForAll(
                Matrices,
                x =>
                {
                    var cells = Cells(x.Tcp, x.Udp);
                    var blocks = Round(cells, x.SliceMs, x.MostSides, x.Seed);
                    var others = blocks.SelectMany(block => block.Cells.Skip(1)).ToList();
                    return others.Distinct().Count() == others.Count
                        && blocks.SelectMany(block => block.Cells).ToHashSet().SetEquals(cells)
                        && blocks.All(block =>
                            block.Baseline == cells[0]
                            && block.Cells.Count <= RunPlan.CellsPerBlock(x.SliceMs * Ms)
                            && AreDifferent(block.Cells.Skip(1).Select(cell => cell.Label))
                            && AreDifferent(block.Cells.Skip(1).Select(cell => cell.Client))
                        );
                }
            )
            .Holds();

    private static bool AreDifferent(IEnumerable<string> names) => names.CountBy(name => name).All(n => n.Value == 1);

    /// <summary>A baseline is measured in each: a block too many costs a cell's time.</summary>
    [Fact]
    public void Blocks_are_about_as_few_as_can_be()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            Assert.InRange(Round(Cells(14, 0), sliceMs: 20, mostSides: 100, seed).Count, 17, 21);
            Assert.InRange(Round(Cells(14, 8), sliceMs: 20, mostSides: 100, seed).Count, 22, 25);
        }
    }

    [Fact]
    public void Where_not_all_sides_can_be_up_each_is_started_once_a_group() =>
        Prop.ForAll(
                Matrices,
                x =>
                {
                    var blocks = Round(Cells(x.Tcp, x.Udp), x.SliceMs, x.MostSides, x.Seed);
                    var up = new HashSet<string>();
                    var groups = 1;
                    foreach (var block in blocks)
                    {
                        var sides = block
                            .Cells.Skip(1)
                            .SelectMany(c => new[] { $"server {c.Label}", c.Client })
                            .ToList();
                        up.UnionWith(sides);
                        if (up.Count > Math.Max(2, x.MostSides - 2))
                            (up, groups) = ([.. sides], groups + 1);
                    }
                    return groups <= MostGroups(x.Tcp, x.MostSides) + MostGroups(x.Udp, x.MostSides);
                }
            )
            .Holds();

    private static int MostGroups(int stacks, int mostSides)
    {
        var ofARole = Math.Max(1, (mostSides - 2) / 2);
        var parts = (stacks + ofARole - 1) / ofARole;
        return parts * parts;
    }

    [Fact]
    public void A_plan_knows_how_many_pairs_a_round_starts()
    {
        Assert.Equal(1 + 22, Pairs(mostSides: null));
        Assert.Equal(1 + 22, Pairs(mostSides: 40));
        Assert.Equal(1 + (2 * 2 * 2 * 14 / 2 + 2 * 8) / 2, Pairs(mostSides: 2 + 16));

        static int Pairs(int? mostSides) =>
            new RunPlan(Cells(14, 8), new() { SharesSides = true, MostSides = mostSides }).PairsToStart;
    }
}
