using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Words the first figures of a block while it is measured.</summary>
internal static class PartialFigures
{
    /// <summary>Words the figures of a block.</summary>
    /// <returns>The rates relative to the baseline's, of all slices that have been measured, as geometric
    /// means.</returns>
    public static string Describe(IReadOnlyList<CellTrial> trials)
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
