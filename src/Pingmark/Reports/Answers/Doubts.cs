using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports.Answers;

/// <summary>Says what an answer leaves open, and what in it must not be trusted, each with what to do.</summary>
internal static class Doubts
{
    private const int MostNamed = 3;

    private const double MinuteS = 60,
        HourS = 3_600;

    /// <summary>A budget from which on the rounds of a suite, and not the time, are what ends a run.</summary>
    private const double LongS = 300;

    /// <summary>More rounds than any suite has by itself.</summary>
    private const int ManyRounds = 20;

    /// <summary>From all to the least.</summary>
    public static IReadOnlyList<IReadOnlyList<Statement>> Levels(RunSource run, IReadOnlyList<Ranking> rankings)
    {
        var (undecided, distrust) = (Undecided(run, rankings), Distrust(run));
        var shortly = Shortly(rankings);
        Statement[] Both(string open, string doubt) =>
            [.. new Statement[] { new("Undecided", open), new("Distrust", doubt) }.Where(one => one.Text.Length > 0)];
        return
        [
            Both(undecided, string.Join("; ", distrust)),
            Both(shortly, string.Join("; ", distrust)),
            Both(shortly, distrust.Count == 0 ? "" : distrust[0]),
            shortly.Length > 0 && distrust.Count > 0
                ? [new("Undecided", $"{shortly} Distrust: {distrust[0]}")]
                : Both(shortly, distrust.Count == 0 ? "" : distrust[0]),
        ];
    }

    private static string Undecided(RunSource run, IReadOnlyList<Ranking> rankings)
    {
        var cells = rankings.SelectMany(ranking => ranking.Undecided).ToList();
        if (cells.Count is 0 or > MostNamed)
            return Shortly(rankings);
        return $"{run.Names.List(cells)}; {Decides(rankings)}.";
    }

    private static string Shortly(IReadOnlyList<Ranking> rankings)
    {
        var undecided = rankings.Sum(ranking => ranking.Undecided.Count);
        var all = rankings.Sum(ranking => ranking.Compared);
        return undecided == 0 ? ""
            : $"{NumberText.Count(undecided)} of {NumberText.Count(all)} comparisons; {Decides(rankings)}.";
    }

    /// <summary>The option of a longer run that decides what is undecided, as far as anybody can tell.</summary>
    private static string Decides(IReadOnlyList<Ranking> rankings)
    {
        if (rankings.Any(ranking => ranking.Group.IsMeasuring))
            return "the run goes on";
        var needs = rankings
            .SelectMany(ranking => ranking.Undecided.Select(ranking.Group.Headline))
            .Select(made => made?.NeedsS)
            .OfType<double>()
            .Order()
            .ToList();
        if (needs.Count == 0)
            return "more `--rounds` decide";
        var within = needs.Where(one => one <= HourS).ToList();
        if (within.Count == 0)
            return "an hour would not decide: compare fewer with `--stacks`";
        var all = rankings.Sum(ranking => ranking.Undecided.Count);
        var decided = within.Count == all ? "should decide" : $"should decide {NumberText.Count(within.Count)} of them";
        return $"`{Budget(within[^1])}` {decided}";
    }

    private static string Budget(double seconds) =>
        (
            seconds <= 90 ? $"--budget {NumberText.Count((long)Math.Ceiling(seconds / 10) * 10)}s"
            : $"--budget {NumberText.Count((long)Math.Ceiling(seconds / MinuteS))}m"
        ) + (seconds > LongS ? $" --rounds {NumberText.Count(ManyRounds)}" : "");

    /// <summary>What must not be trusted, the worst first.</summary>
    private static List<string> Distrust(RunSource run)
    {
        var summary = run.Summary;
        var unusable = summary.Cells.Where(IsUnusable).ToList();
        var ofRun = summary
            .Notes.Where(note => note.Verdict is AuditVerdict.Invalid or AuditVerdict.Warning)
            .OrderByDescending(note => note.Verdict)
            .Select(CheckList.InAnswer)
            .Where(text => text.Length > 0);
        return
        [
            .. summary.Interrupted
                ?
                [
                    $"interrupted: {NumberText.Count(summary.Cells.Count(cell => cell.Rounds > 0))} of "
                        + $"{NumberText.Count(summary.Cells.Count)} cells have figures",
                ]
                : Array.Empty<string>(),
            .. ofRun,
            .. unusable.Count == 0
                ? Array.Empty<string>()
                :
                [
                    unusable.Count <= MostNamed
                        ? $"no figure of {run.Names.List(unusable)}"
                        : $"no figure of {NumberText.Count(unusable.Count)} cells",
                ],
        ];
    }

    private static bool IsUnusable(CellSummary cell) => cell.Status is CellStatus.Failed or CellStatus.Invalid;
}
