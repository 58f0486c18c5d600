using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tails;

namespace Pingmark.Results;

/// <summary>The data of a run's charts besides its summary.</summary>
/// <param name="Curves">One curve for each measured cell.</param>
/// <param name="Courses">The courses of trials, of the first rounds and only of whole ones.</param>
public sealed record ChartSources(IReadOnlyList<CellCurve> Curves, IReadOnlyList<TrialCourse> Courses)
{
    /// <summary>The most points of courses, so that the page opens quickly.</summary>
    private const int MostPoints = 20_000;

    /// <summary>The most cells whose slowest messages a page draws.</summary>
    private const int MostTails = 64;

    /// <summary>The slowest messages of each cell in the trial that has most of them.</summary>
    public IReadOnlyList<TailCourse> Tails { get; init; } = [];

    public static ChartSources Collect(RunInfo run, IReadOnlyList<TrialRecord> trials)
    {
        var evidence = new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, trials));
        var cells = run.Cells.Select(cell => evidence.ForCell(cell.Id)).ToList();
        return new(
            cells.Select(CellCurve.FromEvidence).OfType<CellCurve>().ToList(),
            FirstRounds(cells.SelectMany(CoursesOf))
        )
        {
            Tails = cells.Select(TailOf).OfType<TailCourse>().Take(MostTails).ToList(),
        };
    }

    private static TailCourse? TailOf(CellEvidence cell) =>
        cell.Ok.Select(TailCourse.FromTrial).OfType<TailCourse>().MaxBy(course => course.Messages.Count);

    private static IEnumerable<TrialCourse> CoursesOf(CellEvidence cell) =>
        cell.Judged.Select(judged => TrialCourse.FromTrial(judged)).OfType<TrialCourse>();

    private static List<TrialCourse> FirstRounds(IEnumerable<TrialCourse> courses)
    {
        var points = 0;
        return courses
            .GroupBy(course => course.Round)
            .OrderBy(round => round.Key)
            .TakeWhile(round => (points += round.Sum(course => course.Points.Count)) <= MostPoints)
            .SelectMany(round => round)
            .ToList();
    }
}

/// <summary>One trial over time, in seconds since its block began: slices, windows and events.</summary>
public sealed record TrialCourse(
    string Cell,
    int Round,
    IReadOnlyList<CoursePoint> Points,
    IReadOnlyList<CourseEvent> Events
)
{
    /// <summary>The course of a trial; null where its times were not recorded.</summary>
    internal static TrialCourse? FromTrial(JudgedTrial judged)
    {
        var trial = judged.Trial;
        if (trial.Timeline is not { } timeline)
            return null;
        var points = Slices(trial, timeline).ToList();
        points.AddRange(Windows(trial, timeline).Select(ContinuousWindow));
        if (points.Count == 0)
            return null;
        points = [.. points.OrderBy(point => point.ToS)];
        return new(
            trial.Cell,
            trial.Round,
            points,
            [
                .. timeline.Collections.Select(CollectionEvent),
                .. points.Where(point => point.Tries > 1).Select(RepetitionEvent),
                .. judged.Findings.Select(finding => FindingEvent(finding, points)),
            ]
        );
    }

    private static IEnumerable<CoursePoint> Slices(TrialRecord trial, Timeline timeline)
    {
        var seconds = (trial.Slices?.DurationNs ?? 0) / 1e9 / Math.Max(1, trial.SliceRatesPerS.Count);
        for (var i = 0; i < timeline.SliceEndedAtNs.Count; i++)
        {
            var to = timeline.SliceEndedAtNs[i] / 1e9;
            yield return new(
                to - seconds,
                to,
                trial.SliceRatesPerS[i],
                timeline.SliceRttP50Ns[i],
                timeline.SliceRttP99Ns[i],
                timeline.SliceTries[i]
            );
        }
    }

    private static IEnumerable<WindowSpan> Windows(TrialRecord trial, Timeline timeline) =>
        timeline.Windows is { Count: > 0 } parts ? parts
        : timeline.UnbrokenEndedAtNs is { } ended && trial.Unbroken is { } all ? [WindowSpan.FromWindow(all, ended)]
        : [];

    private static CoursePoint ContinuousWindow(WindowSpan window) =>
        new(
            window.FromNs / 1e9,
            window.ToNs / 1e9,
            window.RatePerS,
            window.RttP50Ns,
            window.RttP99Ns,
            Tries: 1,
            IsContinuousWindow: true
        );

    private static CourseEvent CollectionEvent(CollectionSpan span) =>
        new(
            CourseEventKind.Collections,
            span.FromNs / 1e9,
            span.ToNs / 1e9,
            $"{span.Side}: {(span.Count == 1 ? "1 collection" : $"{span.Count} collections")}"
                + (span.PauseNs is { } pause ? $", {pause / 1000} µs of pauses" : "")
        );

    private static CourseEvent RepetitionEvent(CoursePoint point) =>
        new(
            CourseEventKind.Repeated,
            point.FromS,
            point.ToS,
            $"measured {point.Tries} times: a worker that should have waited had worked"
        );

    /// <summary>An event for a check's finding, which spans the whole trial.</summary>
    private static CourseEvent FindingEvent(Finding finding, List<CoursePoint> points) =>
        new(CourseEventKind.Remark, points[0].FromS, points[^1].ToS, $"{finding.Check.Id}: {finding.Sentence}");
}

/// <param name="Tries">How often it was measured; more than once where it was disturbed.</param>
public sealed record CoursePoint(
    double FromS,
    double ToS,
    double RatePerS,
    double? RttP50Ns,
    double? RttP99Ns,
    int Tries,
    bool IsContinuousWindow = false
);

public sealed record CourseEvent(CourseEventKind Kind, double FromS, double ToS, string Text);

public enum CourseEventKind
{
    /// <summary>A runtime collected garbage during it.</summary>
    Collections,

    /// <summary>The slice was measured again.</summary>
    Repeated,

    /// <summary>A check found something.</summary>
    Remark,
}

/// <summary>A trial's slowest messages and overlapping events, in seconds since the first of them.</summary>
/// <param name="Messages">The messages in the order of their times.</param>
/// <param name="Events">The events likewise.</param>
public sealed record TailCourse(
    string Cell,
    int Round,
    IReadOnlyList<TailPoint> Messages,
    IReadOnlyList<TailBar> Events
)
{
    /// <summary>The course of a trial; null where it tells no slow message.</summary>
    internal static TailCourse? FromTrial(TrialRecord trial)
    {
        var found = TailOfCell.Explain(trial);
        if (found.Count == 0)
            return null;
        var events = trial.Events!.Events;
        var beganNs = found.Select(one => one.Message.FromNs).Concat(events.Select(one => one.FromNs)).Min();
        return new(
            trial.Cell,
            trial.Round,
            [
                .. found.Select(one => new TailPoint(
                    (one.Message.FromNs - beganNs) / 1e9,
                    one.Message.RoundTripNs,
                    one.Cause?.Kind.Title
                )),
            ],
            [
                .. events.Select(one => new TailBar(
                    (one.FromNs - beganNs) / 1e9,
                    (one.ToNs - beganNs) / 1e9,
                    one.Kind.Title,
                    one.Side,
                    one.Kind.HasLength ? one.LastedNs : null,
                    one.Words
                )),
            ]
        );
    }
}

/// <param name="AtS">When it was sent, or should have been.</param>
/// <param name="Cause">The kind of event that explains it; null where nothing does.</param>
public sealed record TailPoint(double AtS, double RoundTripNs, string? Cause);

/// <param name="LastedNs">How long it took within its time; null where that is not known.</param>
public sealed record TailBar(double FromS, double ToS, string Kind, string Side, double? LastedNs, string Words);
