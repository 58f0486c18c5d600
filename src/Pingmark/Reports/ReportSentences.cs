using System.Globalization;
using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Sentences that the forms of a report share, so that they never disagree.</summary>
internal static class ReportSentences
{
    public const string HowToReadVerdicts =
        "Ratios are to the baseline, with 95 % intervals. The chance that any faster or slower is wrong is 5 %, same "
        + "is an interval around 1 within 10 %, and where undecided names a time, a run of that time decides "
        + "(--budget 3m).";

    public const string HowToReadRatios =
        HowToReadVerdicts
        + " Figures come from slices where cells took turns, but for those rarer "
        + "than p99, which come from continuous windows. A figure marked - was not measured, or has too few samples.";

    public const string HowToReadIntervals =
        "± is the 95 % confidence interval over rounds, to its farther end; where that is beyond 50 %, both ends "
        + "are named. ";

    public const string OneProcess =
        "Server and client are one process: what stands as the client's cost is that of both.";

    /// <summary>The sentence about tables of costs that tells whose these are; empty where titles tell it.</summary>
    public static string WhoseCosts(IEnumerable<ScenarioGroup> groups) =>
        groups.Any(group => group.Scenario.PairThreads is not null) ? OneProcess : "";

    private const string QuotientNote =
        "* not the quotient of the figures: ratios are of what was measured side by side.";

    /// <summary>The mark before a percentile that is not known well.</summary>
    public const string Rough = "~";

    private const string RoughNote =
        "~ known roughly: its 95 % interval is beyond ± 50 % ([> 10x]: tenfold), or values are too few.";

    /// <summary>How far the quotient of two figures that stand side by side may be from their ratio before the table
    /// marks it.</summary>
    private const double MostDeviation = 0.01;

    private const double DayS = 86_400;

    public const string Interrupted = "Interrupted: this is what had been finished by then.";

    /// <summary>The sentences before any figure: that the run is not whole, or what holds for all of its
    /// figures.</summary>
    public static IEnumerable<string> Cautions(Summary summary) => Cautions(summary.Interrupted, summary.Notes);

    public static IEnumerable<string> Cautions(bool isInterrupted, IEnumerable<Note> notes) =>
        notes
            .Where(note => note.Text.Length > 0 && CheckList.IsCaution(note))
            .Select(note => char.ToUpperInvariant(note.Text[0]) + note.Text[1..] + ".")
            .Prepend(isInterrupted ? Interrupted : "")
            .Where(text => text.Length > 0);

    /// <summary>When and how a run was measured: <c>2026-01-02 12:34:56 +00:00, took 52 s, 5 rounds, seed 42, pingmark
    /// 0.1.0</c></summary>
    public static string Run(Summary summary)
    {
        var version = summary.Machine.PingmarkVersion is { Length: > 0 } it ? $", pingmark {it}" : "";
        return $"{Time(summary.StartedAt)}, {Took(summary)}{RoundsAndSeed(summary)}{version}";
    }

    public static string Time(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture);

    private static string Took(Summary summary) =>
        summary.DurationS is { } duration ? $"took {NumberText.Elapsed(duration)}, " : "";

    private static string RoundsAndSeed(Summary summary) => $"{Rounds(summary)}, seed {NumberText.Count(summary.Seed)}";

    public static string Machine(MachineInfo m) =>
        $"{MachineInShort(m)}, kernel {m.Kernel}, congestion control {m.CongestionControl}";

    /// <summary>The same in one line, with the sizes that all scenarios have in common: <c>1 in flight, 32 B, took 52
    /// s, 5 rounds, seed 42, 2026-01-02 12:34</c>.</summary>
    public static string RunInShort(Summary summary)
    {
        var started = summary.StartedAt.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        var scenarios = summary.Cells.Select(cell => cell.Scenario).Distinct().ToList();
        var common = ScenarioText
            .Sizes.Where(_ => scenarios.Count > 1)
            .Select(part => scenarios.Select(part).Distinct().ToList())
            .Where(texts => texts is [{ Length: > 0 }])
            .Select(texts => texts[0] + ", ");
        return $"{string.Concat(common)}{Took(summary)}{RoundsAndSeed(summary)}, {started}";
    }

    public static string MachineInShort(MachineInfo m) => $"{m.Cpu}, {NumberText.Count(m.Cores, "core")}, {m.Os}";

    /// <summary>The number of rounds: <c>5 rounds</c>, or <c>3 to 5 rounds</c> where blocks ended after different
    /// numbers.</summary>
    public static string Rounds(Summary summary)
    {
        var rounds = summary.Cells.Where(c => c.Rounds > 0).Select(c => c.Rounds).DefaultIfEmpty(0).ToList();
        return Rounds(rounds.Min(), rounds.Max());
    }

    public static string Rounds(int least, int most) =>
        (least == most ? "" : $"{NumberText.Count(least)} to ") + NumberText.Count(most, "round");

    /// <summary>A ratio with its verdict: <c>0.94x ± 2.5 % slower</c>; an undecided one has no word here.</summary>
    public static string Ratio(Comparison comparison) =>
        EstimateText.RatioWithInterval(comparison.Ratio)
        + (comparison.Verdict == ComparisonVerdict.Undecided ? "" : $" {Words(comparison.Verdict)}");

    public static string Words(ComparisonVerdict verdict) => verdict.Word().Replace('_', ' ');

    public static string ShortVerdict(ComparisonVerdict verdict) =>
        verdict switch
        {
            ComparisonVerdict.LikelyFaster or ComparisonVerdict.LikelySlower => "likely",
            ComparisonVerdict.Undecided => "open",
            _ => verdict.Word(),
        };

    /// <summary>How long a run would take that decides it: <c>undecided: 3 min</c>; empty where it is
    /// decided.</summary>
    public static string Needs(Comparison comparison) =>
        comparison switch
        {
            { Verdict: not ComparisonVerdict.Undecided } => "",
            { NeedsS: null } => "undecided",
            { NeedsS: > DayS } => "undecided: over a day",
            { NeedsS: { } seconds } => $"undecided: {NumberText.RoughlyElapsed(seconds)}",
        };

    public static string Verdict(Comparison comparison) =>
        Needs(comparison) is { Length: > 0 } needs ? needs : Words(comparison.Verdict);

    /// <summary>The mark <c> *</c> where the quotient of the two printed figures is not their ratio; otherwise
    /// empty.</summary>
    public static string NotTheQuotient(Comparison comparison, CellSummary a, CellSummary b) =>
        Metric.Find(comparison.Metric) is { } metric
        && metric.EstimateOf(a) is { } figure
        && metric.EstimateOf(b) is { Value: not 0 } other
        && Math.Abs(figure.Value / other.Value / comparison.Ratio.Value - 1) > MostDeviation
            ? " *"
            : "";

    /// <summary>The sentence about columns that were left out: <c>Left out, for the terminal is too narrow: wire/msg;
    /// report.html has it.</c></summary>
    /// <param name="columns">The columns of all tables.</param>
    /// <param name="elsewhere">Where they can be found; null: nowhere.</param>
    public static string LeftOut(IEnumerable<string> columns, string? elsewhere)
    {
        var names = columns.Distinct().ToList();
        var them = names.Count == 1 ? "it" : "them";
        return $"Left out, for the terminal is too narrow: {string.Join(", ", names)}; "
            + (elsewhere is null ? $"a wider one shows {them}." : $"{elsewhere} has {them}.");
    }

    /// <summary>What went wrong with messages: <c>12 lost</c>, <c>3 corrupt</c>; nothing when every message came back
    /// once, in order and in time.</summary>
    public static IEnumerable<string> Losses(CellSummary cell) =>
        Counter
            .Shown.Where(counter => counter.Trouble is not null && cell[counter] > 0)
            .Select(counter => $"{NumberText.Count(cell[counter])} {counter.Trouble}");

    /// <summary>The marks beside a cell's figures: which messages went missing, and the words of checks.</summary>
    public static IEnumerable<string> Marks(CellSummary cell) => Losses(cell).Concat(Doubts(cell));

    /// <summary>A cell's status in words: <c>ok, noisy</c>.</summary>
    public static string Status(CellSummary cell) => string.Join(", ", Doubts(cell).Prepend(cell.Status.Word()));

    private static IEnumerable<string> Doubts(CellSummary cell) =>
        cell.Status == CellStatus.Ok ? CheckList.Marks(cell.Audits) : [];

    /// <summary>The word that marks a cell's figures; empty where nothing is to be said.</summary>
    public static string Mark(CellSummary cell) => Doubts(cell).FirstOrDefault("");

    /// <summary>The footnotes that explain words of these tables, where they are used.</summary>
    /// <param name="shown">The comparisons of a group that its table shows.</param>
    public static IEnumerable<string> Footnotes(
        IEnumerable<ScenarioGroup> groups,
        Func<ScenarioGroup, IEnumerable<Comparison>> shown
    )
    {
        var all = groups.ToList();
        if (all.Any(g => shown(g).Any(c => g.NotTheQuotient(c) != "")))
            yield return QuotientNote;
        var cells = all.SelectMany(g => g.Cells).ToList();
        var ok = cells.Where(cell => cell.Status == CellStatus.Ok);
        foreach (var check in CheckList.Marking(ok.SelectMany(cell => cell.Audits)))
            yield return $"{check.Mark}: {char.ToLowerInvariant(check.Meaning[0])}{check.Meaning[1..]}";
        if (cells.Any(cell => Metric.All.Any(metric => metric.Terminal is not null && metric.IsRough(cell))))
            yield return RoughNote;
    }

    /// <summary>Why figures are dashes, once for all cells that it is true of: <c>- RTT p99.9 of java/tcp-nio: its slow
    /// messages …</c></summary>
    public static IEnumerable<string> Withheld(ScenarioGroup scenario) =>
        from cell in scenario.Cells
        from figure in cell.Withheld
        group (figure.Sentence, Name: scenario.Name(cell)) by (figure.Metric, figure.Sentence.MergeKey) into alike
        select $"{Metric.Find(alike.Key.Metric)?.Title ?? alike.Key.Metric} of "
            + $"{string.Join(", ", alike.Select(one => one.Name))} is withheld: "
            + Sentence.Merge([.. alike.Select(one => one.Sentence)]);
}
