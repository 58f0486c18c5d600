using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>Makes the curve of latency against load of a cell's windows, and reads it.</summary>
internal static class CapacityCurve
{
    private const double MinPointRatio = 1.05;
    private static readonly double[] Shares = [0.5, 0.7, 0.9];

    /// <summary>The least distance of a knee below the line between the curve's ends, of its range.</summary>
    private const double MinBend = 0.15;
    private const int MinPointsForKnee = 5;

    /// <summary>How much of its rise a curve may fall in all, and by which factor the knee may be another one without
    /// one of its points.</summary>
    private const double MaxFallShare = 0.2,
        MaxKneeRatio = 1.35;

    /// <param name="capacity">The capacity; null where it is not known.</param>
    public static IReadOnlyList<CurvePoint> Points(
        IReadOnlyList<CapacityStep> steps,
        CapacityKind kind,
        double? capacity
    ) =>
        steps
            .GroupBy(step => (int)Math.Round(Math.Log(step.Offered / (capacity ?? 1)) / Math.Log(MinPointRatio)))
            .OrderBy(group => group.Key)
            .Select(group => Point([.. group.OrderBy(step => step.StartedAtS)], kind, capacity))
            .ToList();

    private static CurvePoint Point(IReadOnlyList<CapacityStep> steps, CapacityKind kind, double? capacity)
    {
        // What was cut short is an overload's beginning; beside whole windows it says nothing of its own.
        var whole = steps.Where(step => !step.IsCutShort).ToList();
        var windows = (whole.Count > 0 ? whole : steps).Select(step => step.Window!).ToList();
        var seconds = windows.Sum(window => window.DurationNs) / 1e9;
        var times = Histogram.Merged(windows.Select(window => Histogram.FromSparse(Times(window, kind))));
        var offered = Math.Exp(steps.Average(step => Math.Log(step.Offered)));
        var due = windows.Sum(window => window.Sent + window.Unsent);
        return new()
        {
            Offered = offered,
            OfCapacity = offered / capacity,
            OfferedPerS = steps.Average(step => step.OfferedPerS),
            AchievedPerS = windows.Sum(window => window.Received) / seconds,
            P50Ns = times.SupportedPercentileNs(0.5),
            P99Ns = times.SupportedPercentileNs(0.99),
            P999Ns = times.SupportedPercentileNs(0.999),
            Lost = due > 0 ? (double)windows.Sum(WindowJudge.Missing) / due : 0,
            ServerCpuCores = Cores(windows.Select(window => window.ServerCost)),
            ClientCpuCores = Cores(windows.Select(window => window.ClientCost)),
            Windows = steps.Count,
            Met = steps.Count(step => step.IsMet),
            ClientBound = steps.Count(step => step.ClientBound is not null),
        };
    }

    private static long[] Times(CountedWindow window, CapacityKind kind) =>
        kind == CapacityKind.Players && window[HistogramKind.SnapshotLateness] is { } lateness
            ? lateness
            : window.Histogram;

    private static double? Cores(IEnumerable<SideCost?> costs)
    {
        var known = costs.OfType<SideCost>().Where(cost => cost.WallNs > 0).ToList();
        return known.Count > 0 ? (double)known.Sum(cost => cost.CpuNs) / known.Sum(cost => cost.WallNs) : null;
    }

    /// <summary>Interpolates figures at shares of the capacity between points, times as logarithms.</summary>
    public static IReadOnlyList<LoadFigures> At(IReadOnlyList<CurvePoint> curve, double capacity) =>
        [.. Shares.Select(share => Between(curve, share, capacity)).OfType<LoadFigures>()];

    private static LoadFigures? Between(IReadOnlyList<CurvePoint> curve, double share, double capacity)
    {
        var load = share * capacity;
        var (low, high) = (curve.LastOrDefault(p => p.Offered <= load), curve.FirstOrDefault(p => p.Offered > load));
        if (low is null || high is null)
            return null;
        var at = Math.Log(load / low.Offered) / Math.Log(high.Offered / low.Offered);
        return new()
        {
            Offered = load,
            OfCapacity = share,
            OfferedPerS = Line(low.OfferedPerS, high.OfferedPerS, at)!.Value,
            AchievedPerS = Line(low.AchievedPerS, high.AchievedPerS, at)!.Value,
            P50Ns = Power(low.P50Ns, high.P50Ns, at),
            P99Ns = Power(low.P99Ns, high.P99Ns, at),
            P999Ns = Power(low.P999Ns, high.P999Ns, at),
            Lost = Line(low.Lost, high.Lost, at)!.Value,
            ServerCpuCores = Line(low.ServerCpuCores, high.ServerCpuCores, at),
            ClientCpuCores = Line(low.ClientCpuCores, high.ClientCpuCores, at),
        };
    }

    private static double? Line(double? low, double? high, double at) => low + at * (high - low);

    private static double? Power(double? low, double? high, double at) =>
        low is > 0 and { } from && high is > 0 and { } to ? from * Math.Pow(to / from, at) : null;

    /// <summary>The knee: the point that is farthest below the line between the curve's ends, p99 as a logarithm
    /// (V. Satopää et al., <em>Finding a "kneedle" in a haystack</em>, ICDCSW 2011). It is withheld where points are
    /// few or noisy: where the curve falls as well as it rises, or where a single other point decides where it
    /// is.</summary>
    public static double? Knee(IReadOnlyList<CurvePoint> curve)
    {
        var points = curve
            .Where(point => point is { P99Ns: > 0, ClientBound: 0 })
            .Select(point => (point.Offered, Log: Math.Log(point.P99Ns!.Value)))
            .ToList();
        if (points.Count < MinPointsForKnee || FindKnee(points) is not { } knee)
            return null;
        var falls = points.Zip(points.Skip(1)).Sum(pair => Math.Max(0, pair.First.Log - pair.Second.Log));
        return
            falls <= MaxFallShare * (points[^1].Log - points[0].Log)
            && points
                .Where(point => point.Offered != knee)
                .All(left => FindKnee([.. points.Where(point => point != left)]) is { } other && IsNear(knee, other))
            ? knee
            : null;
    }

    private static bool IsNear(double knee, double other) => Math.Abs(Math.Log(knee / other)) < Math.Log(MaxKneeRatio);

    private static double? FindKnee(List<(double Offered, double Log)> points)
    {
        var (first, last) = (points[0], points[^1]);
        if (last.Log <= first.Log)
            return null;
        var (bend, at) = points
            .Select(point =>
                (
                    Bend: (point.Offered - first.Offered) / (last.Offered - first.Offered)
                        - (point.Log - first.Log) / (last.Log - first.Log),
                    point.Offered
                )
            )
            .MaxBy(point => point.Bend);
        return bend >= MinBend ? at : null;
    }
}
