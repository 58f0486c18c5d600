using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The first figures of a block, while it is measured.</summary>
internal static class PartialFigures
{
    /// <returns>Rates relative to the baseline's, of all slices up to now: geometric means.</returns>
    public static string Of(IReadOnlyList<CellTrial> trials)
    {
        var baseline = trials[0].Slices.RatesPerS;
        return string.Join(
            "  ",
            trials.Where(trial => trial.IsAlive).Select(trial => Text(trial.Cell, trial.Slices.RatesPerS, baseline))
        );
    }

    private static string Text(Cell cell, IReadOnlyList<double> rates, IReadOnlyList<double> baseline)
    {
        var logs = rates.Zip(baseline, (rate, other) => Math.Log(rate / other)).Where(double.IsFinite).ToList();
        return logs.Count == 0
            ? cell.Label
            : string.Create(CultureInfo.InvariantCulture, $"{cell.Label} {Math.Exp(logs.Average()):0.00}x");
    }
}
