using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class SliceOrderTests
{
    private static readonly Arbitrary<(int Cells, int Slices, int Seed)> Plans = (
        from cells in Gen.Choose(1, 6)
        from slices in Gen.Choose(0, 25)
        from seed in Gen.Choose(0, 1_000_000)
        select (cells, slices, seed)
    ).ToArbitrary();

    private static List<int> Order((int Cells, int Slices, int Seed) plan) =>
        SliceOrder.Balanced(plan.Cells, plan.Slices, new Random(plan.Seed)).SelectMany(pass => pass).ToList();

    [Fact]
    public void Each_cell_has_equally_many_slices_rounded_up_to_an_even_number() =>
        Prop.ForAll(
                Plans,
                plan =>
                    Enumerable
                        .Range(0, plan.Cells)
                        .All(cell => Order(plan).Count(c => c == cell) == (plan.Slices + 1) / 2 * 2)
            )
            .Holds();

    [Fact]
    public void Each_pass_is_followed_by_its_mirror_image() =>
        Prop.ForAll(
                Plans,
                plan =>
                    Order(plan)
                        .Chunk(2 * plan.Cells)
                        .All(pair =>
                            pair.SequenceEqual(pair.Reverse()) && pair.Take(plan.Cells).Distinct().Count() == plan.Cells
                        )
            )
            .Holds();

    [Fact]
    public void A_linear_drift_hits_all_cells_alike() =>
        Prop.ForAll(
                Plans,
                plan =>
                    Order(plan)
                        .Select((cell, at) => (cell, at))
                        .GroupBy(x => x.cell, x => (double)x.at)
                        .Select(g => g.Average())
                        .Distinct()
                        .Count() <= 1
            )
            .Holds();

    [Fact]
    public void The_seed_decides() => Prop.ForAll(Plans, plan => Order(plan).SequenceEqual(Order(plan))).Holds();
}
