using MathNet.Numerics.Statistics;
using Pingmark.Comparing;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Reports;

/// <summary>Sentences about a comparison of two runs, which the terminal, Markdown and JUnit share.</summary>
internal static class ComparisonSentences
{
    public const string HowToRead =
        "Ratios are of the run to the baseline: the machine's drift between the two is taken off, and how well it is "
        + "known is in the 95 % intervals. The chance that any faster or slower is wrong is 5 %, same is an interval "
        + "around 1 within 10 %.";

    public const string WhatToDo =
        "Measure both on one machine under one suite, or compare also what is not alike (--anyway).";

    /// <summary>The most cells that a headline names.</summary>
    private const int MostNamed = 3;

    /// <summary>A run in words: <c>runs/b, quick of 2026-01-02 12:34</c></summary>
    public static string Run(ComparedRun run) => $"{run.Folder}, {run.Suite} of {ReportSentences.Time(run.StartedAt)}";

    /// <summary>A difference in words: <c>kernel: 6.1, now 6.8</c></summary>
    public static string Difference(RunDifference difference)
    {
        var cells =
            difference.Cells.Count == 0 ? ""
            : difference.Cells.Count <= MostNamed ? $" ({string.Join(", ", difference.Cells)})"
            : $" ({difference.Cells[0]}, {difference.Cells[1]} and {difference.Cells.Count - 2} more)";
        return $"{difference.What}: {Named(difference.Baseline)}, now {Named(difference.Run)}{cells}";
    }

    /// <summary>The first sentence: what a gate, or a reader in a hurry, needs.</summary>
    public static string Headline(RunComparison comparison)
    {
        if (!comparison.Comparable)
            return comparison.Differences.Count > 0
                ? "Not comparable: the runs differ in what must be alike."
                : "Not comparable: no cell is in both runs.";
        var figures = comparison.Cells.SelectMany(cell => cell.Figures.Select(figure => (Cell: cell, figure.Verdict)));
        var counts = Enum.GetValues<ComparisonVerdict>()
            .Select(verdict => (Verdict: verdict, Cells: figures.Where(f => f.Verdict == verdict).ToList()))
            .Where(verdict => verdict.Cells.Count > 0)
            .Select(verdict =>
                $"{NumberText.Count(verdict.Cells.Count)} {ReportSentences.Words(verdict.Verdict)}"
                + (IsChange(verdict.Verdict) ? $" ({Names(verdict.Cells.Select(f => f.Cell.Id).Distinct())})" : "")
            )
            .ToList();
        var all = counts.Count == 0 ? "nothing could be compared" : string.Join(", ", counts);
        var isAlike = counts.Count > 0 && !figures.Any(figure => IsDifference(figure.Verdict));
        return Unjudged(comparison)
            + (
                comparison.FailOnRegression is { } beyond
                    ? $"{Regressions(comparison)} beyond {NumberText.Percent(beyond)} (figures: {all})."
                : isAlike ? $"No change was found: {all}."
                : $"Figures: {all}."
            );
    }

    public static bool IsChange(ComparisonVerdict? verdict) =>
        verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower;

    /// <summary>Whether an interval excludes 1, surely or likely.</summary>
    public static bool IsDifference(ComparisonVerdict? verdict) =>
        IsChange(verdict) || verdict is ComparisonVerdict.LikelyFaster or ComparisonVerdict.LikelySlower;

    /// <summary>What a screen says below the changes: how well the rest is known, what shows more, and the
    /// answer.</summary>
    /// <param name="hidden">How many changes it has no room for; not more than 0: none.</param>
    public static IReadOnlyList<Statement> InShort(RunComparison comparison, int hidden)
    {
        var known = (
            from figure in comparison.Cells.SelectMany(cell => cell.Figures)
            where figure.Verdict is ComparisonVerdict.Undecided or ComparisonVerdict.Same
            let percent = EstimateText.FartherPercent(figure.Ratio)
            where percent is not null
            group percent.Value by figure.Metric into percents
            select $"{Title(percents.Key)} ± {NumberText.Significant(percents.Median(), 2)} %"
        ).ToList();
        return
        [
            .. known.Count == 0
                ? Array.Empty<Statement>()
                : [new("The rest is known within", $"{string.Join(", ", known)} (half of the intervals are wider).")],
            new(
                "For more",
                (hidden > 0 ? $"{NumberText.Count(hidden)} more changes and " : "")
                    + "every figure: `-v`; longer runs find smaller changes."
            ),
            new("Answer", Headline(comparison)),
        ];
    }

    private static string Names(IEnumerable<string> ids)
    {
        var all = ids.ToList();
        return all.Count <= MostNamed
            ? WordList.Join(all, "and")
            : $"{string.Join(", ", all.Take(MostNamed))} and {NumberText.Count(all.Count - MostNamed)} more";
    }

    /// <summary>What could not be judged, and that a gate fails for it; empty where all could be.</summary>
    private static string Unjudged(RunComparison comparison)
    {
        var crowded = comparison.Missing.Intersect(comparison.Run.Crowded).ToList();
        var missing = comparison.Missing.Except(crowded).ToList();
        var tooFar = comparison.TooFar.Count();
        List<string> reasons = [];
        if (missing.Count > 0)
            reasons.Add($"{Names(missing)} {(missing.Count == 1 ? "was" : "were")} not measured");
        if (crowded.Count > 0)
            reasons.Add($"others had the cores of {Names(crowded)}");
        if (tooFar > 0)
            reasons.Add($"all cells of {NumberText.Count(tooFar, "scenario")} moved further than a machine drifts");
        var lead = comparison.Gate is GateVerdict.Incomplete ? "The gate fails" : "Not judged";
        return reasons.Count > 0 ? $"{lead}: {string.Join(", and ", reasons)}. Of the rest: "
            : comparison.Gate is GateVerdict.Incomplete ? $"{lead}: nothing could be judged. "
            : "";
    }

    private static string Regressions(RunComparison comparison) =>
        comparison.Regressions.Select(cell => cell.Id).ToList() switch
        {
            [] => "No regression",
            [var one] => $"A regression of {one}",
            var several => $"Regressions of {NumberText.Count(several.Count)} cells, {Names(several)},",
        };

    /// <summary>The machine's drift in words: <c>Machine's drift: throughput -6.2 % ± 1 %, RTT p50 …, of 8
    /// cells.</c></summary>
    public static string Drift(IReadOnlyList<ScenarioDrift> drifts, bool isNamed)
    {
        if (drifts.All(d => d.Cells == 0))
            return "Nothing here was measured beside it in both runs that tells the machine's drift: the intervals are "
                + $"wider by what one machine drifts between runs ({NumberText.Percent(CommonDrift.Usual)}).";
        var moved = drifts
            .Where(d => d.Cells > 0)
            .Select(d => $"{Title(d.Metric)} {EstimateText.WithInterval(d.Ratio, Change)}");
        var source = isNamed
            ? "of what is named as unchanged"
            : $"of {NumberText.Count(drifts.Max(d => d.Cells))} cells together";
        var far = drifts.Any(d => d.IsTooFar)
            ? $" That is further than one machine drifts ({NumberText.Percent(CommonDrift.Most)}): either all of it "
                + "changed, or the machine was busy with something else, so that it is undecided. --reference names "
                + "stacks that can't have changed."
            : "";
        return $"Taken off as the machine's drift, {source}: {string.Join(", ", moved)}.{far}";
    }

    /// <summary>A ratio with its verdict: <c>0.94x ± 2.5 % slower</c>.</summary>
    public static string Ratio(ComparedFigure figure) =>
        $"{EstimateText.RatioWithInterval(figure.Ratio)} {Verdict(figure)}";

    public static string Verdict(ComparedFigure figure) =>
        figure.Verdict is not { } verdict
            ? "reference"
            : ReportSentences.Words(verdict) + (figure.IsRegression ? "!" : "");

    public static string Title(string metric) => Metric.Find(metric)?.Title ?? metric;

    public static string Value(string metric, Estimate estimate) =>
        Metric.Find(metric)?.Format(estimate.Value) ?? NumberText.Number(estimate.Value);

    /// <summary>What else a reader should know, one sentence each.</summary>
    public static IEnumerable<string> Remarks(RunComparison comparison) =>
        Cautions(comparison).Concat(Explanations(comparison));

    /// <summary>What was not compared, or not under like conditions.</summary>
    public static IEnumerable<string> Cautions(RunComparison comparison)
    {
        if (comparison.Comparable && comparison.Differences.Count > 0)
            yield return "Compared although these differ: "
                + $"{string.Join("; ", comparison.Differences.Select(Difference))}.";
        foreach (var cell in comparison.Cells.Where(cell => cell.Reasons.Count > 0))
            yield return $"{cell.Id} is not compared: {string.Join("; ", cell.Reasons)}";
        foreach (var (which, run) in new[] { ("the baseline", comparison.Baseline), ("the run", comparison.Run) })
            if (run.Crowded.Where(id => IsCompared(comparison, id)).ToList() is { Count: > 0 } crowded)
                yield return $"Others had the cores of {which} for most of the time, so that a change may be theirs: "
                    + $"{string.Join(", ", crowded)}";
        if (comparison.OnlyInBaseline.Count > 0)
            yield return $"Only in the baseline: {string.Join(", ", comparison.OnlyInBaseline)}";
        if (comparison.OnlyInRun.Count > 0)
            yield return $"Only in the run: {string.Join(", ", comparison.OnlyInRun)}";
    }

    private static IEnumerable<string> Explanations(RunComparison comparison)
    {
        if (comparison.Cells.Any(c => c.Figures.Any(f => f.Verdict is not null && f.Ratio.CiLow is null)))
            yield return "Figures without an interval are undecided: two rounds at least are needed in both runs.";
        var figures = comparison.Cells.SelectMany(cell => cell.Figures);
        var notJudged = figures.Where(figure => figure is { Verdict: not null, IsJudged: false });
        foreach (var metric in notJudged.Select(figure => figure.Metric).Distinct())
            yield return $"{Title(metric)} is undecided where a run has fewer than three rounds: the slowest "
                + "messages of two may be due to one accident.";
        if (comparison.SmallestChanges.Count > 0)
            yield return $"With a chance of {NumberText.Percent(BetweenRuns.ChanceToFind)} this comparison finds one "
                + "row that became slower by: "
                + string.Join(
                    ", ",
                    comparison.SmallestChanges.Select(s =>
                        $"{Title(s.Metric)} {Percent(s.Median)} ({Percent(s.Widest)} of the row that scatters most)"
                    )
                )
                + ". Longer runs find smaller changes.";
        if (comparison.Drifts.Any(drift => drift.Cells > 0) && !comparison.Cells.Any(cell => cell.IsReference))
            yield return "That most cells of a scenario became slower alike can't be told from the machine's drift: "
                + "--reference names stacks that nothing was changed in.";
    }

    private static bool IsCompared(RunComparison comparison, string id) =>
        comparison.Cells.Any(cell => cell.Figures.Count > 0 && (cell.Id == id || cell.BaselineId == id));

    private static string Percent(double share) =>
        share > 1 ? "more than 100 %" : NumberText.Significant(100 * share, 2) + " %";

    private static string Change(double ratio) =>
        (ratio < 1 ? "-" : "+") + NumberText.Significant(100 * Math.Abs(ratio - 1), 2) + " %";

    private static string Named(string value) => value.Length == 0 ? "not set" : value;
}
