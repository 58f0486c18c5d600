using Pingmark.Model;
using Pingmark.Tails;

namespace Pingmark.Results;

/// <summary>The slowest messages of a trial over time, and the events that overlap them. Times are seconds since the
/// first of both.</summary>
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
