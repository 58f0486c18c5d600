using System.Globalization;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>Sentences and fragments that the terminal and the Markdown report share, so that they never
/// disagree.</summary>
internal static class ReportWords
{
    public const string HowToReadRatios =
        "Ratios are to the baseline of each table, with their 95 % intervals: for RTT below 1 is faster, for "
        + "throughput (rate) above 1. A tie can't be told apart from 1. Figures marked - were not "
        + "measured, or have too few samples behind them.";

    public const string Interrupted = "Interrupted: this is what had been finished by then.";

    /// <summary><c>2026-01-02 12:34:56 +00:00, took 52 s, 5 rounds, seed 42, pingmark 0.1.0</c></summary>
    public static string Run(Summary summary)
    {
        var started = summary.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture);
        var version =
            summary.Machine.PingmarkVersion.Length == 0 ? "" : $", pingmark {summary.Machine.PingmarkVersion}";
        var took = summary.DurationS is { } duration ? $", took {NumberText.Elapsed(duration)}" : "";
        return $"{started}{took}, {Rounds(summary)}, seed {NumberText.Count(summary.Seed)}{version}";
    }

    public static string Machine(MachineInfo m) =>
        $"{m.Cpu}, {NumberText.Count(m.Cores)} {(m.Cores == 1 ? "core" : "cores")}, {m.Os}, kernel "
        + $"{m.Kernel}, congestion control {m.CongestionControl}";

    /// <summary><c>5 rounds</c>, or <c>3 to 5 rounds</c> where blocks stopped apart.</summary>
    public static string Rounds(Summary summary)
    {
        var rounds = summary.Cells.Where(c => c.Rounds > 0).Select(c => c.Rounds).DefaultIfEmpty(0).ToList();
        var (least, most) = (rounds.Min(), rounds.Max());
        var count = least == most ? NumberText.Count(most) : $"{NumberText.Count(least)} to {NumberText.Count(most)}";
        return $"{count} {(most == 1 ? "round" : "rounds")}";
    }

    /// <summary><c>0.94x [0.92, 0.97]</c>, or <c>tie [0.98, 1.03]</c>: a tie is as good as its interval is narrow. One
    /// round has neither: <c>0.94x (one round)</c>.</summary>
    public static string Ratio(Comparison comparison) =>
        comparison.Ratio.CiLow is null
            ? $"{EstimateText.Ratio(comparison.Ratio)} (one round)"
            : (comparison.Verdict == ComparisonVerdict.Tie ? "tie" : EstimateText.Ratio(comparison.Ratio))
                + $" {EstimateText.RatioInterval(comparison.Ratio)}";

    /// <summary><c>12 lost</c>, <c>3 corrupt</c>; nothing when every message came back once, in order and in
    /// time.</summary>
    public static IEnumerable<string> Losses(CellSummary cell)
    {
        (long Count, string What)[] counts =
        [
            (cell.Lost, "lost"),
            (cell.Late, "late"),
            (cell.Duplicated, "duplicated"),
            (cell.Reordered, "reordered"),
            (cell.Corrupt, "corrupt"),
            (cell.SilentConnections, "silent"),
        ];
        return counts.Where(c => c.Count > 0).Select(c => $"{NumberText.Count(c.Count)} {c.What}");
    }

    public static string Laps(CellSummary cell) => cell.Laps is { } laps ? NumberText.Count(laps) : NumberText.Missing;

    /// <summary><c>8.71 ± 0.12</c> (ms): mean and standard deviation, as these trials have always been
    /// reported.</summary>
    public static string LapTime(CellSummary cell)
    {
        if (cell.LapMeanMs is not { } mean)
            return NumberText.Missing;
        var time = cell.LapStddevMs is { } stddev
            ? NumberText.WithSpread(mean.Value, stddev)
            : NumberText.Number(mean.Value);
        return cell.Status == CellStatus.Ok ? time : $"{time} ({cell.Status.Word()})";
    }
}
