using Pingmark.Model;
using Pingmark.Tests.Statistics;

namespace Pingmark.Tests.Reports;

/// <summary>A run of every client against every server, whose rates are made of an effect of each side and of
/// noise.</summary>
internal static class MatrixSummary
{
    private const double BaselinePerS = 100_000;

    /// <param name="servers">The factor of each server by its stack.</param>
    /// <param name="clients">The factor of each client.</param>
    /// <param name="sd">The standard deviation of the noise's logarithm.</param>
    /// <param name="change">Changes a cell, or what it is.</param>
    public static Summary Of(
        IReadOnlyDictionary<string, double> servers,
        IReadOnlyDictionary<string, double> clients,
        double sd = 0.02,
        Func<CellSummary, CellSummary>? change = null
    )
    {
        var random = new Random(11);
        var cells =
            from server in servers
            from client in clients
            where server.Key.Split('/')[1][..3] == client.Key.Split('/')[1][..3]
            let rate = BaselinePerS * server.Value * client.Value * Math.Exp(sd * random.Normal())
            select new CellSummary
            {
                Id = $"{server.Key} client {client.Key}",
                Label = server.Key,
                Stack = server.Key,
                Client = client.Key,
                Scenario = new(),
                Class = new() { Transport = server.Key.Split('/')[1][..3] },
                Status = CellStatus.Ok,
                Rounds = 1,
                Design = Design.Slices,
            }.With(("throughput_per_s", new(rate, 0.95 * rate, 1.05 * rate)));
        List<CellSummary> all = [.. cells.Select(cell => change?.Invoke(cell) ?? cell)];
        var comparisons =
            from cell in all
            let baseline = all.First(one => one.Class == cell.Class)
            where cell != baseline && cell.Status == CellStatus.Ok
            let ratio = cell.ThroughputPerS() / baseline.ThroughputPerS()
            select new Comparison(
                cell.Id,
                baseline.Id,
                "throughput_per_s",
                new(ratio, 0.8 * ratio, 1.2 * ratio),
                ComparisonVerdict.Undecided,
                1_200
            );
        return MockSummary.Build() with { Notes = [], Cells = all, Comparisons = [.. comparisons], Published = null };
    }

    private static double ThroughputPerS(this CellSummary cell) =>
        Pingmark.Schema.Metric.Throughput.EstimateOf(cell)!.Value;

    /// <summary>So many stacks of TCP and of UDP, each with an effect of its own.</summary>
    public static Dictionary<string, double> Stacks(int tcp, int udp)
    {
        var names = Enumerable
            .Range(0, tcp)
            .Select(n => $"java/tcp-nio-blocking{n}")
            .Concat(Enumerable.Range(0, udp).Select(n => $"java/udp-spin{n}"));
        return names.Index().ToDictionary(one => one.Item, one => Math.Exp(0.05 * one.Index));
    }
}
