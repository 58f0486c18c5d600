using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Statistics;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Evidence;

/// <summary>Blocks of simulated machines: slices of all cells in turns, a continuous window of each, and slices in
/// turns again. A cell whose two rates are alike is rarely told, and one whose window ran at 1 / 1.28 of its slices
/// is found.</summary>
public sealed class SlicesToWindowTests
{
    /// <summary>Time goes in steps of 15 ms: a slice is two of them, a turn three.</summary>
    private const int StepMs = 15,
        SliceSteps = 2,
        TurnSteps = 3,
        RestSteps = 2;
    private const double PerS = 20_000,
        Factor = 1.28;

    /// <summary>How a machine, and each cell on it, scatters.</summary>
    /// <param name="Cells">How many cells take turns.</param>
    /// <param name="Passes">How many slices each has.</param>
    /// <param name="WindowMs">How long the continuous window is.</param>
    /// <param name="Common">The standard deviation of the logarithm of the machine's speed, half of which lasts for 100
    /// ms and half for 500.</param>
    /// <param name="Own">The standard deviation of a slice's own logarithm, which is another at each step.</param>
    /// <param name="State">The size of a cell's own states, each of which lasts for 250 ms.</param>
    /// <param name="Speeds">The logarithm of the machine's second speed; it is at either for 270 ms.</param>
    private sealed record World(
        int Cells = 8,
        int Passes = 16,
        int WindowMs = 200,
        double Common = 0,
        double Own = 0,
        double State = 0,
        double Speeds = 0
    );

    /// <summary>As a shared machine of two cores was in four quiet runs of quick: ratios of slices scatter by 0.13, and
    /// half of the noise is the machine's.</summary>
    private static readonly World Usual = new(Common: 0.065, Own: 0.065);

    private const int Blocks = 400;

    [Fact]
    [Trait("Gate", "no")]
    public void A_cell_whose_rates_are_alike_is_rarely_told() =>
        Assert.All<(string Name, World World)>(
            [
                ("usual", Usual),
                ("usual, an A/A", Usual with { Cells = 2, Passes = 36 }),
                ("usual, few slices", Usual with { Passes = 6 }),
                ("usual, long windows", Usual with { WindowMs = 600, Passes = 40 }),
                ("independent", new(Own: 0.1)),
                ("noisy", new(Common: 0.15, Own: 0.1)),
                ("a thread pool that searches", Usual with { State = 0.2 }),
                ("a machine of two speeds", Usual with { Speeds = 0.4 }),
                ("a machine of two speeds, an A/A", Usual with { Cells = 2, Passes = 36, Speeds = 0.4 }),
            ],
            row => Assert.InRange(Share(row.World, factor: 1), 0, 0.02)
        );

    [Fact]
    [Trait("Gate", "no")]
    public void A_factor_of_128_hundredths_at_usual_noise_is_found()
    {
        Assert.InRange(Share(Usual, Factor), 0.75, 1);
        Assert.InRange(Share(Usual with { Cells = 2, Passes = 36 }, Factor), 0.8, 1);
        Assert.InRange(Share(Usual with { Passes = 40, WindowMs = 600 }, Factor), 0.95, 1);
    }

    /// <summary>Whatever their scatter.</summary>
    [Fact]
    [Trait("Gate", "no")]
    public void A_factor_of_22_tenths_is_found_at_every_number_of_slices()
    {
        foreach (var passes in new[] { 2, 4, 6, 16 })
        foreach (var factor in new[] { 2.2, 1 / 2.2 })
        {
            var share = Share(Usual with { Passes = passes }, factor);
            Assert.True(share >= 0.95, $"{passes} slices, a factor of {factor:0.00}: {share:P1} are found");
        }
    }

    [Fact]
    public void Few_slices_of_the_windows_rate_are_rarely_told() =>
        Assert.All([2, 6], passes => Assert.InRange(Share(Usual with { Passes = passes }, factor: 1), 0, 0.01));

    /// <summary>The share of trials in which a change is found.</summary>
    private static double Share(World world, double factor)
    {
        var random = new Random(5);
        var (found, all) = (0, 0);
        for (var block = 0; block < Blocks; block++)
            foreach (var trial in NeighbourMedians.AddTo(Trials(world, factor, new(random.Next()))))
            {
                // The others are in order.
                if (factor != 1 && trial.Cell != "0")
                    continue;
                all++;
                found += SlicesToWindow.ChangeIn(trial, new()) is null ? 0 : 1;
            }
        return (double)found / all;
    }

    private static List<TrialRecord> Trials(World world, double factor, Random random)
    {
        var half = world.Passes / 2 * world.Cells * TurnSteps;
        var window = world.WindowMs / StepMs;
        var windowsFrom = half;
        var secondFrom = windowsFrom + world.Cells * (window + RestSteps);
        var machine = Machine(world, secondFrom + half, random);
        return Enumerable.Range(0, world.Cells).Select(OfCell).ToList();

        TrialRecord OfCell(int cell)
        {
            var states = States(world.State, machine.Count, 250 / StepMs, random);
            // A slice's two steps are averaged.
            double Rate(int from, int steps) =>
                Enumerable
                    .Range(from, steps)
                    .Average(step =>
                        PerS
                        * Math.Exp(machine[step] + states[step] + world.Own * Math.Sqrt(SliceSteps) * random.Normal())
                    );
            var slices = Enumerable
                .Range(0, world.Passes)
                .Select(pass =>
                    Rate(
                        (pass < world.Passes / 2 ? 0 : secondFrom - half) + (pass * world.Cells + cell) * TurnSteps,
                        SliceSteps
                    )
                )
                .ToList();
            var unbroken = Rate(windowsFrom + cell * (window + RestSteps), window) / (cell == 0 ? factor : 1);
            return Trial.Of(
                Trial.Window(unbroken, world.WindowMs / 1000.0),
                Trial.Window(slices.Average(), world.Passes * SliceSteps * StepMs / 1000.0),
                cell: $"{cell}"
            ) with
            {
                SliceRatesPerS = slices,
            };
        }
    }

    /// <summary>The logarithm of the machine's speed at each step.</summary>
    private static List<double> Machine(World world, int steps, Random random)
    {
        var deviation = world.Common / Math.Sqrt(2);
        var (fast, slow) = (
            random.Correlated(steps, 0, deviation, Math.Exp(-StepMs / 100.0)),
            random.Correlated(steps, 0, deviation, Math.Exp(-StepMs / 500.0))
        );
        var speeds = States(world.Speeds / 2, steps, 270 / StepMs, random);
        return Enumerable.Range(0, steps).Select(step => fast[step] + slow[step] + speeds[step]).ToList();
    }

    /// <summary>One of two states at each step, drawn anew after so many steps.</summary>
    private static List<double> States(double size, int steps, int lasting, Random random)
    {
        var offset = random.Next(lasting);
        var drawn = Enumerable.Range(0, steps / lasting + 2).Select(_ => random.Next(2) == 0 ? -size : size).ToList();
        return Enumerable.Range(0, steps).Select(step => drawn[(step + offset) / lasting]).ToList();
    }
}
