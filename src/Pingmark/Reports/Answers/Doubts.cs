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

    private const double HourS = 3_600;

    /// <summary>A budget from which on the rounds of a suite, and not the time, are what ends a run.</summary>
    private const double LongS = 300;

    /// <summary>More rounds than any suite has by itself.</summary>
    private const int ManyRounds = 20;

    /// <summary>From all to the least.</summary>
    public static IReadOnlyList<IReadOnlyList<Statement>> Levels(RunSource run, IReadOnlyList<Ranking> rankings)
    {
        var (undecided, distrust) = (Undecided(run, rankings), Distrust(run));
        var counted = Counted(rankings, $"{Pairs(rankings)}; {Decides(rankings)}");
        var worst = distrust.Take(1).Select(text => text.Split(": ")[0]).FirstOrDefault("");
        string Least(string decides) =>
            Counted(rankings, Command(rankings) is { Length: > 0 } command ? $" ({command}{decides})" : "");
        Statement[] AsOne(string least) =>
            least.Length > 0 && worst.Length > 0 ? Both($"{least}. Distrust: {worst}", "") : Both(least, worst);
        return
        [
            Both(undecided, string.Join("; ", distrust)),
            Both(counted, string.Join("; ", distrust)),
            Both(counted, distrust.FirstOrDefault("")),
            AsOne(Least(" decides")),
            AsOne(Least("")),
        ];
    }

    private static Statement[] Both(string undecided, string distrust) =>
        [
            .. new Statement[] { new("Undecided", undecided), new("Distrust", distrust) }
                .Where(one => one.Text.Length > 0)
                .Select(one => one with { Text = one.Text + "." }),
        ];

    private static string Undecided(RunSource run, IReadOnlyList<Ranking> rankings)
    {
        var cells = rankings.SelectMany(ranking => ranking.Undecided).ToList();
        return cells.Count is 0 or > MostNamed
            ? Counted(rankings, $"{Pairs(rankings, " comparisons")}; {Decides(rankings)}")
            : $"{run.Names.List(cells)}; {Decides(rankings)}";
    }

    private static string Counted(IReadOnlyList<Ranking> rankings, string after)
    {
        var undecided = rankings.Sum(ranking => ranking.Undecided.Count);
        var all = rankings.Sum(ranking => ranking.Compared);
        return undecided == 0 ? "" : $"{NumberText.Count(undecided)} of {NumberText.Count(all)}{after}";
    }

    /// <summary>What was compared, where servers and clients are told by all pairs together, so that a pair alone is
    /// not what was asked for.</summary>
    private static string Pairs(IReadOnlyList<Ranking> rankings, string elsewhere = "") =>
        rankings.All(ranking => ranking.Group.Sides.Count > 0) ? " single pairs" : elsewhere;

    /// <summary>What a longer run decides of what is undecided, as far as anybody can tell.</summary>
    private static string Decides(IReadOnlyList<Ranking> rankings)
    {
        if (rankings.Any(ranking => ranking.Group.IsMeasuring))
            return "the run goes on";
        var needs = Needs(rankings);
        if (needs.Count == 0)
            return "more `--rounds` decide";
        var within = needs.Count(one => one <= HourS);
        return within == 0 ? "an hour would not decide: compare fewer with `--stacks`"
            : within == rankings.Sum(ranking => ranking.Undecided.Count) ? $"{Command(rankings)} should decide"
            : $"{Command(rankings)} should decide {NumberText.Count(within)} of them";
    }

    /// <summary>The options of a run that decides as much as an hour can; empty where nobody can tell.</summary>
    private static string Command(IReadOnlyList<Ranking> rankings) =>
        Needs(rankings).Where(one => one <= HourS).ToList() is { Count: > 0 } within ? $"`{Budget(within[^1])}`" : "";

    /// <summary>How long runs would take that decide, in s, the shortest first.</summary>
    private static List<double> Needs(IReadOnlyList<Ranking> rankings) =>
        [
            .. rankings
                .SelectMany(ranking => ranking.Undecided.Select(ranking.Group.Headline))
                .Select(made => made?.NeedsS)
                .OfType<double>()
                .Order(),
        ];

    private static string Budget(double seconds) =>
        BudgetOption.Text(seconds) + (seconds > LongS ? $" --rounds {NumberText.Count(ManyRounds)}" : "");

    /// <summary>What must not be trusted, the worst first, each with what to do behind a colon.</summary>
    private static List<string> Distrust(RunSource run)
    {
        var summary = run.Summary;
        var ofRun = summary
            .Notes.Where(note => note.Verdict is AuditVerdict.Invalid or AuditVerdict.Warning)
            .OrderByDescending(note => note.Verdict)
            .Select(CheckList.InAnswer);
        return
        [
            .. new[] { summary.Interrupted ? Interrupted(summary) : "" }
                .Concat(ofRun)
                .Concat([WithoutFigures(run), NotReached(summary), Marked(summary)])
                .Where(text => text.Length > 0),
        ];
    }

    private static string Interrupted(Summary summary) =>
        $"interrupted: {NumberText.Count(summary.Cells.Count(cell => cell.Rounds > 0))} of "
        + $"{NumberText.Count(summary.Cells.Count)} cells have figures, `run --resume` goes on";

    private static string WithoutFigures(RunSource run) =>
        run.Summary.Cells.Where(cell => cell.Status is CellStatus.Failed or CellStatus.Invalid).ToList() switch
        {
            [] => "",
            { Count: <= MostNamed } few => $"no figures of {run.Names.List(few)}",
            var many => $"no figures of {NumberText.Count(many.Count)} cells",
        };

    private static string NotReached(Summary summary) =>
        summary.Interrupted
        || summary.Cells.Count(cell => cell.Status == CellStatus.Unmeasured) is not (> 0 and var cells)
            ? ""
            : $"{NumberText.Count(cells, "cell")} not reached: give a larger `--budget`";

    private static string Marked(Summary summary) =>
        summary.Cells.Count(cell => cell.Status == CellStatus.Ok && CheckList.Marks(cell.Audits).Any()) switch
        {
            0 => "",
            1 => "a marked row: give a larger `--budget`",
            var rows => $"{NumberText.Count(rows)} marked rows: give a larger `--budget`",
        };
}
