using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>One trial over time: what its slices and its continuous window measured when, and what happened meanwhile.
/// Times are seconds since the block began.</summary>
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
                .. timeline.Collections.Select(Collected),
                .. points.Where(point => point.Tries > 1).Select(Repeated),
                .. judged.Findings.Select(finding => Remarked(finding, points)),
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

    private static CourseEvent Collected(CollectionSpan span) =>
        new(
            CourseEventKind.Collections,
            span.FromNs / 1e9,
            span.ToNs / 1e9,
            $"{span.Side}: {(span.Count == 1 ? "1 collection" : $"{span.Count} collections")}"
                + (span.PauseNs is { } pause ? $", {pause / 1000} µs of pauses" : "")
        );

    private static CourseEvent Repeated(CoursePoint point) =>
        new(
            CourseEventKind.Repeated,
            point.FromS,
            point.ToS,
            $"measured {point.Tries} times: a worker that should have waited had worked (compiler, collector, timer)"
        );

    /// <summary>An event for a check's finding, which spans the whole trial.</summary>
    private static CourseEvent Remarked(Finding finding, List<CoursePoint> points) =>
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
