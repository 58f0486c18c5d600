using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Schema;
using Pingmark.Statistics;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Statistics;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>Runs of four stacks in two rounds, whose slices scatter by a tenth, each for itself.</summary>
public sealed class RunNoiseTests
{
    private const double Scatter = 0.1;
    private const int Slices = 24;

    private static readonly Cell[] Cells =
    [
        .. new[] { "x/tcp-a", "x/tcp-b", "x/tcp-c", "x/tcp-d" }.Select(stack => Trial.Cell(stack)),
    ];

    private static readonly RunInfo Info = Trial.Run(Cells);

    private static List<TrialRecord> Trials(double scatter = Scatter, int slices = Slices)
    {
        var random = new Random(3);
        return Cells
            .SelectMany(cell =>
                Trial.Rounds(
                    2,
                    round =>
                        Trial.Of(Trial.Window(), Trial.Window(seconds: slices * 0.03), cell: cell.Id, block: round) with
                        {
                            SliceRatesPerS = random.LogNormals(slices, 10_000, scatter),
                        }
                )
            )
            .ToList();
    }

    /// <summary>Of two cells whose slices scatter by a tenth each the ratio does by the root of two more.</summary>
    [Fact]
    public void It_is_the_scatter_of_neighbouring_slices()
    {
        var noise = RunNoise.Measure(Info, Trials())!;
        Assert.InRange(noise.SliceSd, 0.8 * Scatter * Math.Sqrt(2), 1.2 * Scatter * Math.Sqrt(2));
        Assert.Equal((2, Slices, 30_000_000), (noise.Starts, noise.SlicesPerStart, noise.SliceNs));
        Assert.Equal(("x/tcp-a", Info.StartedAt), (noise.Stack, noise.MeasuredAt));
        Assert.InRange(noise.ProcessSd, 0, 0.04);
        Assert.True(noise.IsFromQuietMachine);
    }

    /// <summary>Three slices of the baseline in each pass are one value of a ratio, and tell as much of a single
    /// slice.</summary>
    [Fact]
    public void More_turns_of_a_cell_do_not_make_it_less()
    {
        var random = new Random(4);
        var trials = Trials()
            .Select(trial =>
                trial.Cell != Cells[0].Id
                    ? trial
                    : trial with
                    {
                        SliceRatesPerS = random.LogNormals(3 * Slices, 10_000, Scatter),
                        SlicePasses = [.. Enumerable.Range(0, 3 * Slices).Select(slice => slice / 3)],
                    }
            )
            .Select(trial =>
                trial.SlicePasses.Count > 0 ? trial : trial with { SlicePasses = [.. Enumerable.Range(0, Slices)] }
            )
            .ToList();
        var noise = RunNoise.Measure(Info, trials)!;
        Assert.InRange(noise.SliceSd, 0.85 * Scatter * Math.Sqrt(2), 1.15 * Scatter * Math.Sqrt(2));
    }

    [Fact]
    public void What_tells_too_little_or_was_disturbed_is_none()
    {
        Assert.Null(RunNoise.Measure(Info, Trials(slices: 4)));
        Assert.Null(RunNoise.Measure(Info, [.. Trials().Where(trial => trial.Round == 1)]));
        Assert.Null(
            RunNoise.Measure(
                Info,
                [.. Trials().Select(trial => trial with { CrowdedSlices = trial.SliceRatesPerS.Count / 2 + 1 })]
            )
        );
        var elsewhere = Info with
        {
            Sites =
            [
                new SiteInfo
                {
                    Name = "lab1",
                    Roles = ["server"],
                    Machine = Trial.Machine,
                },
            ],
        };
        Assert.Null(RunNoise.Measure(elsewhere, Trials()));
    }

    /// <summary>Too little for a noisy cell, and too much for a plan.</summary>
    [Fact]
    public void The_load_of_others_is_told_with_it()
    {
        var busy = Trials()
            .Select(trial => trial with { Unbroken = trial.Unbroken! with { Host = new(600_000_000, 0, 0) } })
            .ToList();
        var noise = RunNoise.Measure(Info, busy)!;
        Assert.Equal(0.1, noise.ForeignShare, 3);
        Assert.False(noise.IsFromQuietMachine);
    }

    /// <summary>A machine that is slower by a third in a round changes the ratios of stacks that follow it unlike,
    /// which neighbouring slices can't tell: a plan promises what such a run reached.</summary>
    [Fact]
    public void Plans_promise_what_a_run_of_the_same_shape_reached() =>
        Assert.All<double>(
            [1, 1.1, 1.33],
            slower =>
            {
                var trials = Trials()
                    .Select(trial =>
                        trial.Round == 2 && trial.Cell == Cells[1].Id
                            ? trial with
                            {
                                SliceRatesPerS = [.. trial.SliceRatesPerS.Select(rate => rate / slower)],
                            }
                            : trial
                    )
                    .ToList();
                var evidence = new RunEvidence(Cells, TrialChecks.Judge(Cells, trials));
                var ratios = evidence
                    .Pairs()
                    .Select(pair => evidence.Ratios(pair.A, pair.B, Metric.Throughput))
                    .ToList();
                var reached = LogarithmEstimates
                    .EstimateRatios(ratios)
                    .Select(estimate => estimate!.RelativeHalfWidth(ConfidenceInterval.Level))
                    .Order()
                    .ElementAt(1);
                var noise = RunNoise.Measure(Info, trials)!;
                var promised = NoiseModel
                    .FromNoise(noise)
                    .HalfWidth(2, Slices * noise.SliceNs, noise.SliceNs, comparisons: ratios.Count);
                Assert.InRange(promised / reached, 0.99, 1.25);
            }
        );
}
