using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Results;

/// <summary>What charts are drawn from besides figures: trials over time.</summary>
public sealed class ChartSourcesTests
{
    private const long MillisecondNs = 1_000_000;

    [Fact]
    public void A_trial_is_told_over_time_with_what_happened_in_it()
    {
        var course = Assert.Single(Courses(Timed()));
        Assert.Equal([0.03, 0.07, 1.2, 1.27, 1.31], course.Points.Select(point => Math.Round(point.ToS, 3)));
        Assert.Equal([0.02, 0.06, 0.2, 1.26, 1.3], course.Points.Select(point => Math.Round(point.FromS, 3)));
        Assert.Equal([false, false, true, false, false], course.Points.Select(point => point.IsContinuousWindow));
        Assert.Equal([9_000, null, 100_000, 9_200, 9_300], course.Points.Select(point => Middle(point.RttP50Ns)));
        var collected = course.Events.Single(one => one.Kind == CourseEventKind.Collections);
        Assert.Equal(
            (0, 1.2, "server: 3 collections, 450 µs of pauses"),
            (collected.FromS, collected.ToS, collected.Text)
        );
        var repeated = course.Events.Single(one => one.Kind == CourseEventKind.Repeated);
        Assert.Equal(0.07, repeated.ToS);
        Assert.StartsWith("measured 3 times", repeated.Text);
        Assert.Empty(Courses(Trial.Of()));
    }

    [Fact]
    public void Parts_of_a_continuous_window_are_told_each_at_its_time()
    {
        var timed = Timed();
        var parted = timed with
        {
            Timeline = timed.Timeline! with
            {
                Windows =
                [
                    new(80 * MillisecondNs, 130 * MillisecondNs, 5_000, 110_000, null),
                    new(1320 * MillisecondNs, 1370 * MillisecondNs, 6_000, 120_000, 130_000),
                ],
            },
        };
        var parts = Assert.Single(Courses(parted)).Points.Where(point => point.IsContinuousWindow).ToList();
        Assert.Equal([(0.08, 0.13), (1.32, 1.37)], parts.Select(part => (part.FromS, part.ToS)));
        Assert.Equal([5_000, 6_000], parts.Select(part => part.RatePerS));
        Assert.Equal([110_000, 120_000], parts.Select(part => part.RttP50Ns));
    }

    [Fact]
    public void What_a_check_says_is_an_event_of_the_trial()
    {
        var disturbed = Timed() with { Strangers = new(3, 0, 20_000, null) };
        var remark = Assert.Single(Courses(disturbed)).Events.Single(one => one.Kind == CourseEventKind.Remark);
        Assert.StartsWith("strangers", remark.Text);
        Assert.Equal((0.02, 1.31), (Math.Round(remark.FromS, 3), remark.ToS));
    }

    [Fact]
    public void No_more_rounds_than_a_page_can_show()
    {
        var slices = Enumerable.Repeat(10_000.0, 5_000).ToList();
        var lengthy = Timed() with
        {
            SliceRatesPerS = slices,
            Timeline = new()
            {
                SliceEndedAtNs = slices.Select((_, i) => i * MillisecondNs).ToList(),
                SliceRttP50Ns = slices.Select(_ => (double?)1).ToList(),
                SliceRttP99Ns = slices.Select(_ => (double?)1).ToList(),
                SliceTries = slices.Select(_ => 1).ToList(),
            },
        };
        var courses = Courses([.. Trial.Rounds(9, round => lengthy with { Block = round })]);
        Assert.Equal([1, 2, 3, 4], courses.Select(course => course.Round));
    }

    private static IReadOnlyList<TrialCourse> Courses(params TrialRecord[] trials) =>
        ChartSources.Collect(Trial.Run(Trial.Cell()), trials).Courses;

    private static double? Middle(double? ns) => ns is { } value ? Math.Round(value / 100) * 100 : null;

    /// <summary>Four slices of 10 ms, and a second without a break.</summary>
    private static TrialRecord Timed() =>
        Trial.Of(slices: Trial.Window(seconds: 0.04)) with
        {
            Timeline = new()
            {
                SliceEndedAtNs = [30 * MillisecondNs, 70 * MillisecondNs, 1270 * MillisecondNs, 1310 * MillisecondNs],
                SliceRttP50Ns = [9_000, null, 9_200, 9_300],
                SliceRttP99Ns = [20_000, null, null, null],
                SliceTries = [1, 3, 1, 1],
                UnbrokenEndedAtNs = 1200 * MillisecondNs,
                Collections = [new("server", 0, 1200 * MillisecondNs, 3, 450_000)],
            },
        };
}
