using System.Globalization;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Words the failure of a measurement in which no message was answered: whose fault it is, and what the user
/// can do.</summary>
internal static class SilentServer
{
    public static WorkerFault Fault(Pair pair, string phase, Measurement measurement) =>
        (pair.Server ?? (Side)pair.Client).Fault(phase, Reason(pair, measurement));

    private static string Reason(Pair pair, Measurement measurement) =>
        measurement switch
        {
            { Sent: 0 } when pair.Server is not null || IsTooShort(pair, measurement) => string.Create(
                CultureInfo.InvariantCulture,
                $"no message was sent in the {measurement.DurationNs / 1e9:0.###} s that count: an answer took "
                    + $"longer, or was lost, or the rate is lower, or the client had no core: choose a longer duration"
            ),
            { Sent: 0 } => string.Create(
                CultureInfo.InvariantCulture,
                $"the server does not answer (any more), or does not read: what was sent last had no answer "
                    + $"within {pair.LostAfterNs / 1e9:0.###} s{Strays(measurement)}{pair.SilenceHint}"
            ),
            _ => string.Create(
                CultureInfo.InvariantCulture,
                $"the server does not answer (any more): none of {measurement.Sent} messages was "
                    + $"answered within {pair.LostAfterNs / 1e9:0.###} s{Strays(measurement)}{pair.SilenceHint}"
            ),
        };

    /// <summary>Whether the window is too short, because messages are sent less often than windows end.</summary>
    private static bool IsTooShort(Pair pair, Measurement measurement) =>
        measurement.Answered > 0 || pair.Scenario.RatePerS is not null;

    private static string Strays(Measurement measurement) =>
        measurement.Corrupt > 0
            ? string.Create(CultureInfo.InvariantCulture, $", and what came ({measurement.Corrupt}) answers nothing")
            : "";
}
