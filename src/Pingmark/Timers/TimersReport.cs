using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Wording;
using Spectre.Console;

namespace Pingmark.Timers;

/// <summary>The table clock x runtime of the fourth study of C# against Java, for people and for programs.</summary>
public static class TimersReport
{
    /// <summary>So many round trips were one trial then.</summary>
    private const int RoundTripsOfATrial = 1_000;

    /// <summary>About one between two processes of a machine, for shares.</summary>
    private const double RoundTripNs = 10_000;

    private const string Why =
        "A time is the difference of two readings: off by less than a step, and longer by a call. The errors are "
        + "shares of a round trip of 10 µs, timed by itself or as one of 1,000 that are timed as a whole. Published "
        + "in 2000: Java's clock made steps of 10 ms on Windows, 50 round trips of 0.2 ms; so a trial was 1,000 round "
        + "trips timed as a whole, which brings the error of each to 10 µs, 5 %. With a clock that makes steps of "
        + "some 30 ns each round trip can be timed by itself, which shows what a mean hides: the slowest one in a "
        + "thousand.";

    public static string Json(TimerComparison comparison) =>
        JsonSerializer.Serialize(comparison, ModelJson.Options) + "\n";

    public static void Write(IAnsiConsole console, TimerComparison comparison)
    {
        Line(console, ReportWords.Machine(comparison.Machine));
        console.WriteLine();
        foreach (var runtime in comparison.Runtimes)
        {
            Line(console, runtime.Runtime);
            if (runtime.Problem is { } problem)
                Line(console, $"  could not be asked: {problem}");
            else
                console.Write(Table(runtime.Timers));
            console.WriteLine();
        }
        Line(console, Why);
    }

    private static Table Table(IReadOnlyList<TimerReading> timers)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumn(Column("Clock"));
        foreach (var title in new[] { "Step", "A call", "1 round trip", "1 of 1,000" })
            table.AddColumn(Column(title).RightAligned());
        table.AddColumn(Column("Back"));
        foreach (var timer in timers)
            table.AddRow([
                Safe(timer.Name),
                Safe(timer.StepNs is { } step ? NumberText.Duration(step) : "-"),
                Safe(NumberText.Duration(timer.CallNs)),
                Safe(Error(timer.ErrorOfEachNs(1))),
                Safe(Error(timer.ErrorOfEachNs(RoundTripsOfATrial))),
                Safe(GoesBack(timer)),
            ]);
        return table;
    }

    private static TableColumn Column(string title) => new TableColumn(title).NoWrap().PadLeft(0).PadRight(1);

    private static string Error(double? ns) => ns is { } error ? $"±{NumberText.Percent(error / RoundTripNs)}" : "-";

    private static string GoesBack(TimerReading timer) =>
        (timer.IsMonotonic, timer.WentBack) switch
        {
            (true, 0) => "never",
            (false, 0) => "may",
            (_, var times) => $"did, {NumberText.Count(times)} times",
        };

    private static void Line(IAnsiConsole console, string text)
    {
        console.Write(Safe(text));
        console.WriteLine();
    }

    private static Text Safe(string text) => new(Escape.Terminal(text));
}
