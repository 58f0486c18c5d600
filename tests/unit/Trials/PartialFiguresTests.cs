using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>What is told of a block before it has ended.</summary>
public class PartialFiguresTests
{
    [Fact]
    public async Task The_first_rates_come_while_cells_warm_up_and_the_first_ratios_with_slices()
    {
        var machine = FakeMachine.With("a", "b");
        var random = new Random(1);
        machine["b"].Runs(_ => 25_000 * (0.9 + 0.2 * random.NextDouble()));
        await machine.BlockAsync();
        var warming = machine.FirstFigures.TakeWhile(told => told.Doing == PartialFigures.WarmingUp).ToList();
        Assert.All(warming.SelectMany(told => told.Cells), cell => Assert.Null(cell.ToBaseline));
        Assert.Contains(warming, told => told.Cells.All(cell => cell.RatePerS > 15_000));
        var measured = machine.FirstFigures.Skip(warming.Count).ToList();
        Assert.All(measured, told => Assert.Equal(PartialFigures.Measuring, told.Doing));
        Assert.All(measured, told => Assert.Null(told.Cells[0].ToBaseline));
        var last = measured[^1].Cells[1].ToBaseline!;
        Assert.InRange(last.Value, 1.15, 1.35);
        Assert.Null(Width(measured[2]));
        Assert.True(Width(measured[^1]) < Width(measured[3]), "no interval that narrows");
    }

    private static double? Width(PartialFigures told) =>
        told.Cells[1].ToBaseline!.CiHigh - told.Cells[1].ToBaseline!.CiLow;
}
