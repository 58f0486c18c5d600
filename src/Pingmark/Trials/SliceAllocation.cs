using MathNet.Numerics.Statistics;

namespace Pingmark.Trials;

/// <summary>
/// Says how often each cell of a block has its turn in a pass. What scatters from slice to slice more than the others
/// needs more slices for an interval as narrow: sizes in proportion to standard deviations make the most of a given
/// time (J. Neyman, <em>On the two different aspects of the representative method</em>, Journal of the Royal
/// Statistical Society 97, 1934). A baseline is in as many comparisons as there are other cells, and has the root of
/// that number as many (C. W. Dunnett, <em>A multiple comparison procedure for comparing several treatments with a
/// control</em>, JASA 50, 1955). A cell whose comparison has a verdict has one turn, and the others one more. It never
/// goes by how fast a cell is.
/// </summary>
internal static class SliceAllocation
{
    private const int Most = 3;

    /// <summary>The fewest slices of a trial that tell enough of their scatter.</summary>
    private const int Fewest = 4;

    public static IReadOnlyList<int> OneEach(int cells) => Enumerable.Repeat(1, cells).ToList();

    /// <summary>Allocates the turns of a pass.</summary>
    /// <param name="rates">The rates of the slices that have been measured, of each cell, the baseline first, and of
    /// each of its trials.</param>
    /// <param name="decided">Whether each cell's comparison has a verdict; the baseline's place says nothing.</param>
    public static IReadOnlyList<int> Allocate(
        IReadOnlyList<IReadOnlyList<IReadOnlyList<double>>> rates,
        IReadOnlyList<bool> decided
    )
    {
        var scatters = rates.Select(RelativeDeviation).ToList();
        var usual = scatters.Median();
        var open = decided.Skip(1).Count(isDecided => !isDecided);
        var more = open < decided.Count - 1 ? 1 : 0;
        return scatters
            .Select(scatter => usual > 0 ? Math.Clamp((int)(scatter / usual), 1, Most) : 1)
            .Select(
                (turns, cell) =>
                    cell == 0 ? Math.Min(Most, turns * OfBaseline(open))
                    : decided[cell] ? 1
                    : Math.Min(Most, turns + more)
            )
            .ToList();
    }

    private static int OfBaseline(int comparisons) => Math.Max(1, (int)Math.Round(Math.Sqrt(comparisons)));

    /// <summary>Standard deviation of slices about the mean of their trial, relative to that; 0 where nothing tells
    /// it.</summary>
    private static double RelativeDeviation(IReadOnlyList<IReadOnlyList<double>> trials)
    {
        var told = trials.Where(slices => slices.Count >= Fewest && slices.Sum() > 0).ToList();
        var squares = told.Sum(slices => slices.Average() is var mean ? slices.Sum(x => Math.Pow(x / mean - 1, 2)) : 0);
        return told.Count == 0 ? 0 : Math.Sqrt(squares / told.Sum(slices => slices.Count - 1));
    }
}
