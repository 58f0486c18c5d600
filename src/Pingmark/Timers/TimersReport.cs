using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;

namespace Pingmark.Timers;

/// <summary>The table of clocks by runtimes, as in the fourth study of C# against Java, as a document and as
/// JSON.</summary>
public static class TimersReport
{
    /// <summary>How many round trips one trial of that study had.</summary>
    private const int RoundTripsOfATrial = 1_000;

    /// <summary>About one round trip between two processes of a machine, to which errors are related.</summary>
    private const double RoundTripNs = 10_000;

    private const string Why =
        "Least apart are two readings that differ. Where that is about what a call takes, the clock's own steps may be "
        + "finer, and this is no more than the time between two calls. A time is the difference of two readings: off "
        + "by less than that, and longer by a call. The errors are shares of a round trip of 10 µs, timed by itself or "
        + "as one of 1,000 that are timed as a whole. Published in 2000: Java's clock made steps of 10 ms on Windows, "
        + "50 round trips of 0.2 ms; so a trial was 1,000 round trips timed as a whole, which brings the error of each "
        + "to 10 µs, 5 %. With a clock that makes steps of some 30 ns each round trip can be timed by itself, which "
        + "shows what a mean hides: the slowest one in a thousand.";

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
            (Column.Figure("Least apart"), t => t.StepNs is { } step ? NumberText.Duration(step) : NumberText.Missing),
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
