using Pingmark.Formatting;
using Pingmark.Results;

namespace Pingmark.Reports.Html;

/// <summary>A trial over time, for the page's charts.</summary>
/// <param name="Cell">The cell's place in the list of all.</param>
/// <param name="Points">For each point: from and to in seconds since the block began, rate, p50, p99, and 1 for the
/// continuous window.</param>
internal sealed record ChartCourse(
    int Cell,
    int Round,
    IReadOnlyList<IReadOnlyList<double?>> Points,
    IReadOnlyList<ChartEvent> Events
)
{
    private const int Digits = 4;

    public static ChartCourse From(TrialCourse course, int place) =>
        new(
            place,
            course.Round,
            course
                .Points.Select(point =>
                    (IReadOnlyList<double?>)
                        [
                            Milliseconds(point.FromS),
                            Milliseconds(point.ToS),
                            Short(point.RatePerS),
                            Short(point.RttP50Ns),
                            Short(point.RttP99Ns),
                            point.IsContinuousWindow ? 1 : 0,
                        ]
                )
                .ToList(),
            course
                .Events.Select(one => new ChartEvent(
                    one.Kind.Word(),
                    Milliseconds(one.FromS),
                    Milliseconds(one.ToS),
                    TerminalSafeText.Plain(one.Text)
                ))
                .ToList()
        );

    private static double Milliseconds(double seconds) => Math.Round(seconds, 3);

    /// <summary>A number with as many digits as anybody can see; there are thousands of these.</summary>
    private static double? Short(double? value)
    {
        if (value is not { } v || !double.IsFinite(v) || v <= 0)
            return value is 0 ? 0 : null;
        var scale = Math.Pow(10, Digits - 1 - Math.Floor(Math.Log10(v)));
        return Math.Round(Math.Round(v * scale) / scale, 9);
    }
}

/// <param name="Kind">The word for the kind of event.</param>
internal sealed record ChartEvent(string Kind, double From, double To, string Text);

/// <summary>Where a side's CPU time went, call by call.</summary>
/// <param name="Title">The names of the cell and the side.</param>
/// <param name="Calls">For each call: method, depth, share; each stands after its caller.</param>
internal sealed record ChartSamples(string Title, IReadOnlyList<IReadOnlyList<object>> Calls);
