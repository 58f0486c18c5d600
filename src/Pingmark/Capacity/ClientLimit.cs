using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>Decides whether a missed objective was the client's fault.</summary>
internal sealed class ClientLimit(CapacitySettings settings)
{
    private const double BusyCores = 0.95,
        MinAchievedRate = 0.99,
        MaxServerCoresWithRoom = 0.8,
        MinLatenessShare = 0.5,
        MinLatenessOfLimit = 0.25;

    /// <summary>Why a window says nothing of the server, in words; null where it does.</summary>
    public string? FindReason(CountedWindow window, bool clientSpins, bool serverSpins) =>
        FindLateSends(window)
        ?? FindLateMedian(window, serverSpins)
        ?? FindBusyThread(window, clientSpins, serverSpins);

    /// <summary>Messages that left late, and came back in time once they had left. A server that is behind lets answers
    /// wait, too: that takes the slots of connections, and messages leave late for it.</summary>
    private string? FindLateSends(CountedWindow window)
    {
        if (
            window[HistogramKind.SendLateness] is not { Length: > 0 } lateness
            || window[HistogramKind.Uncorrected] is not { Length: > 0 } sent
            || WindowJudge.Missing(window) > window.Unsent
        )
            return null;
        foreach (var objective in settings.Objectives.Where(one => one.Percentile is not null))
        {
            var share = objective.Percentile!.Value;
            var late = Percentile(lateness, share);
            var corrected = Percentile(window.Histogram, share);
            if (
                !objective.IsMetBy(corrected)
                && objective.IsMetBy(Percentile(sent, share))
                && late > MinLatenessShare * corrected
            )
                return string.Create(
                    CultureInfo.InvariantCulture,
                    $"the client sent late: p{100 * share:0.###} of its send lateness is {NumberText.Duration(late)}, "
                        + $"and answers came in time once messages had left"
                );
        }
        return null;
    }

    /// <summary>Most messages left late although the server had time: a client that spins is always busy, and this
    /// tells that it was too busy. A pause of the server leaves the median as it is.</summary>
    private string? FindLateMedian(CountedWindow window, bool serverSpins)
    {
        var limits = settings.Objectives.Where(one => one.Percentile is not null).Select(one => one.Limit).ToList();
        if (serverSpins || limits.Count == 0 || window[HistogramKind.SendLateness] is not { Length: > 0 } lateness)
            return null;
        var (late, server) = (Percentile(lateness, 0.5), Busiest(window.Server, window));
        return late > MinLatenessOfLimit * limits.Min() && server is > 0 and < MaxServerCoresWithRoom
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"half of all messages left {NumberText.Duration(late)} late or more, and the server's busiest thread "
                    + $"used {server:P0} of a core"
            )
            : null;
    }

    private static double Percentile(long[] counts, double share) => Histogram.FromSparse(counts).PercentileNs(share);

    /// <summary>A thread that has no time left and falls behind. A loop that is always busy may still keep up: the more
    /// messages wait for it, the less each of them costs.</summary>
    private static string? FindBusyThread(CountedWindow window, bool clientSpins, bool serverSpins)
    {
        if (clientSpins)
            return null;
        var client = Busiest(window.Client, window);
        var server = serverSpins ? 0 : Busiest(window.Server, window);
        return client >= BusyCores && server < BusyCores && window.AchievedRate < MinAchievedRate
            ? string.Create(CultureInfo.InvariantCulture, $"a thread of the client uses all of a core ({client:P0})")
                + (
                    serverSpins
                        ? ""
                        : string.Create(CultureInfo.InvariantCulture, $", and none of the server does ({server:P0})")
                )
            : null;
    }

    /// <summary>The cores that the busiest thread of a side used in the counted time: usage reaches beyond it at both
    /// ends, so it is the cost of a message times the counted rate.</summary>
    private static double Busiest(Usage? used, CountedWindow window) =>
        used is { Messages: > 0, BusiestThreadCpuNs: { } cpuNs }
            ? (double)cpuNs / used.Messages * window.ThroughputPerS / 1e9
            : 0;
}
