using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>What is figures of a block before it has ended.</summary>
public class PartialFiguresTests
{
    [Fact]
    public async Task The_first_rates_come_while_cells_warm_up_and_the_first_ratios_with_slices()
    {
        var machine = FakeMachine.With("a", "b");
        var random = new Random(1);
        machine["b"].Runs(_ => 25_000 * (0.9 + 0.2 * random.NextDouble()));
        await machine.BlockAsync();
        var warming = machine.FirstFigures.TakeWhile(figures => figures.Activity == PartialFigures.WarmingUp).ToList();
        Assert.All(warming.SelectMany(figures => figures.Cells), cell => Assert.Null(cell.RatioToBaseline));
        Assert.Contains(warming, figures => figures.Cells.All(cell => cell.RatePerS > 15_000));
        var measured = machine.FirstFigures.Skip(warming.Count).ToList();
        Assert.All(measured, figures => Assert.Equal(PartialFigures.Measuring, figures.Activity));
        Assert.All(measured, figures => Assert.Null(figures.Cells[0].RatioToBaseline));
        var last = measured[^1].Cells[1].RatioToBaseline!;
        Assert.InRange(last.Value, 1.15, 1.35);
        Assert.Null(Width(measured[2]));
        Assert.True(Width(measured[^1]) < Width(measured[3]), "no interval that narrows");
    }

    private static double? Width(PartialFigures figures) =>
        figures.Cells[1].RatioToBaseline!.CiHigh - figures.Cells[1].RatioToBaseline!.CiLow;
}
