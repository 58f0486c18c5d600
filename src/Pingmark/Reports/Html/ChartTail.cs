using Pingmark.Results;

namespace Pingmark.Reports.Html;

/// <summary>The slowest messages of a cell over time, for the page's charts.</summary>
/// <param name="Cell">The cell's place in the list of all.</param>
/// <param name="Kinds">The kinds of events that are there.</param>
/// <param name="Messages">For each message: seconds, round trip in ns, and the place of what explains it among the
/// kinds; -1 where nothing does.</param>
/// <param name="Events">For each event: from and to in seconds, and the place of its kind.</param>
/// <param name="Texts">What each event was.</param>
internal sealed record ChartTail(
    int Cell,
    int Round,
    IReadOnlyList<string> Kinds,
    IReadOnlyList<IReadOnlyList<double>> Messages,
    IReadOnlyList<IReadOnlyList<double>> Events,
    IReadOnlyList<string> Texts
)
{
    public static ChartTail From(TailCourse course, int place)
    {
        var kinds = course.Events.Select(one => one.Kind).Distinct().ToList();
        return new(
            place,
            course.Round,
            kinds,
            course
                .Messages.Select(one =>
                    (IReadOnlyList<double>)
                        [Rounded(one.AtS), one.RoundTripNs, one.Cause is { } cause ? kinds.IndexOf(cause) : -1]
                )
                .ToList(),
            course
                .Events.Select(one =>
                    (IReadOnlyList<double>)[Rounded(one.FromS), Rounded(one.ToS), kinds.IndexOf(one.Kind)]
                )
                .ToList(),
            course.Events.Select(Text).ToList()
        );
    }

    private static double Rounded(double seconds) => Math.Round(seconds, 6);

    private static string Text(TailBar one) =>
        TerminalSafeText.Plain(
            string.Join(
                ", ",
                [
                    one.Side,
                    .. one.Words.Length > 0 ? new[] { one.Words } : [],
                    .. one.LastedNs is { } ns ? new[] { Formatting.NumberText.Duration(ns) } : [],
                ]
            )
        );
}
