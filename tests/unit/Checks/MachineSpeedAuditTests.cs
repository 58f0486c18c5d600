using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Statistics;
using Xunit;

namespace Pingmark.Tests.Checks;

public sealed class MachineSpeedAuditTests
{
    private const int Passes = 15;

    /// <summary>Two blocks of fifteen passes each.</summary>
    /// <param name="speed">Of a cell, a block and a pass, each from 0, beside what it has by itself.</param>
    private static string[] Ids(int cells, double deviation, Func<int, int, int, double> speed, int seed = 1)
    {
        var random = new Random(seed);
        CellEvidence Cell(int cell) =>
            Trial.Evidence(
                Trial.Rounds(
                    2,
                    round =>
                        Trial.Of(slices: Trial.Window(), block: round) with
                        {
                            SliceRatesPerS = Enumerable
                                .Range(0, Passes)
                                .Select(pass =>
                                    10_000
                                    * (cell + 1)
                                    * speed(cell, round - 1, pass)
                                    * Math.Exp(deviation * random.Normal())
                                )
                                .ToList(),
                        }
                )
            );
        var run = new MeasuredRun(Trial.Run(), Enumerable.Range(0, cells).Select(Cell).ToList(), []);
        return new MachineSpeed().Judge(run).Select(finding => finding.Check.Id).ToArray();
    }

    /// <summary>Nobody can tell of three cells alone, and what one does alone is not the machine.</summary>
    [Fact]
    public void A_machine_that_becomes_slower_by_a_fifth_is_told()
    {
        Assert.Empty(Ids(8, 0.04, (_, _, _) => 1));
        foreach (var from in new[] { 0, 10 })
            Assert.Equal(["machine-speed"], Ids(8, 0.04, (_, block, pass) => block == 1 && pass >= from ? 0.8 : 1));
        Assert.Empty(Ids(8, 0.04, (cell, block, _) => cell == 3 && block == 1 ? 0.5 : 1));
        Assert.Empty(Ids(3, 0.02, (_, block, _) => block == 1 ? 0.7 : 1));
    }

    /// <summary>Each for itself.</summary>
    [Fact]
    public void Cells_that_scatter_are_not_taken_for_a_machine_that_changes() =>
        Assert.True(Enumerable.Range(0, 200).Count(seed => Ids(4, 0.25, (_, _, _) => 1, seed).Length > 0) <= 2);

    [Fact]
    public void A_cell_that_answers_nothing_in_a_slice_is_left_out() =>
        Assert.Empty(
            Ids(
                4,
                0.02,
                (cell, block, pass) =>
                    cell == 0 && pass == 3 ? 0
                    : block == 1 ? 0.7
                    : 1
            )
        );
}
