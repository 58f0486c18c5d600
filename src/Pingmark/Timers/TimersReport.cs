using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;

namespace Pingmark.Timers;

/// <summary>The table of clocks by runtimes, as in the fourth study of C# against Java.</summary>
public static class TimersReport
{
    /// <summary>How many round trips one trial of that study had.</summary>
    private const int RoundTripsOfATrial = 1_000;

    /// <summary>About one round trip between two processes of a machine, to which errors are related.</summary>
    private const double RoundTripNs = 10_000;

    private const string Why =
        "The resolution is the step of a clock's value: the differences of its readings are multiples of it, also "
        + "where a call takes longer, whose cost is apart from it. A time is the difference of two readings: off by "
        + "less than the resolution, and longer by a call. The errors are shares of a round trip of 10 µs, timed by "
        + "itself or as one of 1,000 that are timed as a whole. Published in 2000: Java's clock made steps of 10 ms "
        + "on Windows, 50 round trips of 0.2 ms; so a trial was 1,000 round trips timed as a whole, which brings the "
        + "error of each to 10 µs, 5 %. With a clock whose step and call are tens of nanoseconds each round trip can "
        + "be timed by itself, which shows what a mean hides: the slowest one in a thousand.";

    public static string Json(TimerComparison comparison) =>
        JsonSerializer.Serialize(comparison, ModelJson.Options) + "\n";

    public static ReportDocument Build(TimerComparison comparison) =>
        new("", [.. comparison.Runtimes.Select(Section), new Section(new Paragraph(Why))])
        {
            Facts = [ReportSentences.Machine(comparison.Machine)],
        };

    private static Section Section(RuntimeTimers runtime) =>
        new(
            "",
            runtime.Runtime,
            [runtime.Problem is { } problem ? new Paragraph($"could not be asked: {problem}") : Table(runtime)]
        );

    private static Table Table(RuntimeTimers runtime) =>
        Reports.Document.Table.FromItems(
            runtime.Runtime,
            runtime.Timers,
            ("Clock", timer => timer.Name),
            (Column.Figure("Resolution"), t => t.StepNs is { } step ? NumberText.Duration(step) : NumberText.Missing),
            (Column.Figure("A call"), timer => NumberText.Duration(timer.CallNs)),
            (Column.Figure("1 round trip", 2), timer => Error(timer.ErrorOfEachNs(1))),
            (Column.Figure("1 of 1,000", 1), timer => Error(timer.ErrorOfEachNs(RoundTripsOfATrial))),
            ("Back", timer => GoesBack(timer))
        );

    private static string Error(double? ns) =>
        ns is { } error ? $"±{NumberText.Percent(error / RoundTripNs)}" : NumberText.Missing;

    private static string GoesBack(TimerReading timer) =>
        (timer.IsMonotonic, timer.WentBack) switch
        {
            (true, 0) => "never",
            (false, 0) => "may",
            (_, var times) => $"did, {NumberText.Count(times)} times",
        };
}
