using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>A cell's percentiles of round trips, evenly spaced in the logarithm of the share beyond.</summary>
/// <param name="Cell">The cell's id.</param>
/// <param name="Nines">The places as -log10(1 - q): 0 is the least value, 1 is p90, 2 is p99; the last point is the
/// longest round trip.</param>
/// <param name="Ns">The percentile at each place, in ns.</param>
/// <param name="Known">How many of the points have enough values behind them to be printed as a percentile.</param>
public sealed record CellCurve(string Cell, IReadOnlyList<double> Nines, IReadOnlyList<double> Ns, int Known)
{
    private const int PointsPerNine = 20;

    /// <summary>The curve of a cell; null where it was not measured.</summary>
    internal static CellCurve? FromEvidence(CellEvidence evidence)
    {
        var rounds = evidence
            .ContinuousWindowsByRound()
            .Select(round => Percentiles.Counts(round, s => s.Histogram))
            .ToList();
        var merged = Histogram.Merged(rounds.Select(round => round.Counts));
        if (merged.Count == 0)
            return null;
        var last = Math.Log10(merged.Count);
        var nines = Enumerable
            .Range(0, (int)Math.Ceiling(last * PointsPerNine))
            .Select(i => (double)i / PointsPerNine)
            .ToList();
        var ns = merged.PercentilesNs(nines.Select(QuantileAt)).ToList();
        var (known, beyond) = (0, nines.Count);
        // What lies beyond becomes less from point to point, so that one half of them need not be asked.
        while (known < beyond)
        {
            var middle = (known + beyond) / 2;
            if (
                Percentiles.FindWithholdingReason(
                    QuantileAt(nines[middle]),
                    ns[middle],
                    merged,
                    rounds,
                    evidence.Cell.Scenario
                )
                is null
            )
                known = middle + 1;
            else
                beyond = middle;
        }
        return new(
            evidence.Cell.Id,
            [.. nines.Select(x => Math.Round(x, 3)), Math.Round(last, 3)],
            [.. ns.Select(value => Math.Round(value)), rounds.Max(round => round.MaxNs)],
            known
        );
    }

    private static double QuantileAt(double nines) => 1 - Math.Pow(10, -nines);
}
