using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Histories of cells of one scenario whose truth is known: each cell scatters by 5 % from run to
/// run.</summary>
internal sealed record Histories(int Cells, int Runs)
{
    private const double Noise = 0.05;

    /// <summary>Of a cell's own scatter from one run to the next.</summary>
    public double Correlation { get; init; }

    /// <summary>By how much the machine's second speed is slower, which lasts for some runs.</summary>
    public double SecondSpeed { get; init; }

    /// <summary>How unlike the cells follow it: the standard deviation of the share.</summary>
    public double Unlike { get; init; }

    /// <summary>By how much the first cell is slower from the middle on.</summary>
    public double Step { get; init; }

    /// <summary>By how much all are slower from the middle on.</summary>
    public double StepOfAll { get; init; }

    /// <summary>How likely it is that a speed lasts for one run more.</summary>
    private const double Lasts = 0.9;

    public IReadOnlyList<CellLevels> Find(Random random)
    {
        var machine = random
            .TwoSpeeds(Runs, SecondSpeed, Lasts)
            .Select((log, run) => log - (IsLater(run) ? Math.Log(1 + StepOfAll) : 0))
            .ToList();
        return Levels.Find(Enumerable.Range(0, Cells).Select(cell => Cell(random, cell, machine)).ToList());
    }

    private bool IsLater(int run) => 2 * run >= Runs;

    private RunByRun Cell(Random random, int cell, List<double> machine)
    {
        var share = 1 + Unlike * random.Normal();
        var step = cell == 0 ? Math.Log(1 + Step) : 0;
        return new(
            Enumerable.Range(0, Runs).ToList(),
            random
                .Correlated(Runs, cell, Noise, Correlation)
                .Select((log, run) => log + share * machine[run] - (IsLater(run) ? step : 0))
                .ToList(),
            "scenario"
        );
    }
}
