using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class SliceOrderTests
{
    private static readonly Arbitrary<(int[] Turns, int Passes, int Seed)> Plans = (
        from turns in Gen.Choose(1, 3).NonEmptyListOf()
        from passes in Gen.Choose(0, 25)
        from seed in Gen.Choose(0, 1_000_000)
        select (turns.Take(6).ToArray(), passes, seed)
    ).ToArbitrary();

    private static List<int> Order((int[] Turns, int Passes, int Seed) plan) =>
        SliceOrder.DrawBalanced(plan.Turns, plan.Passes, new Random(plan.Seed)).SelectMany(pass => pass).ToList();

    [Fact]
    public void Each_cell_has_its_turns_in_an_even_number_of_passes() =>
        Prop.ForAll(
                Plans,
                plan =>
                    plan.Turns.Index()
                        .All(cell => Order(plan).Count(c => c == cell.Index) == cell.Item * ((plan.Passes + 1) / 2 * 2))
            )
            .Holds();

    [Fact]
    public void Each_pass_is_followed_by_its_mirror_image() =>
        Prop.ForAll(
                Plans,
                plan =>
                    Order(plan)
                        .Chunk(2 * plan.Turns.Sum())
                        .All(pair =>
                            pair.SequenceEqual(pair.Reverse())
                            && pair.Take(plan.Turns.Sum()).Distinct().Count() == plan.Turns.Length
                        )
            )
            .Holds();

    [Fact]
    public void Turns_of_one_cell_are_spread_over_the_pass()
    {
        foreach (var pass in SliceOrder.DrawBalanced([1, 1, 1, 1, 3, 1], 50, new Random(1)))
        {
            var at = pass.Index().Where(turn => turn.Item == 4).Select(turn => turn.Index).ToList();
            Assert.All(at.Zip(at.Skip(1)), next => Assert.InRange(next.Second - next.First, 1, 6));
            Assert.InRange(at[^1] - at[0], 2, 7);
        }
    }

    [Fact]
    public void The_seed_decides() => Prop.ForAll(Plans, plan => Order(plan).SequenceEqual(Order(plan))).Holds();
}
