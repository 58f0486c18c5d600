using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>A trial of which there is nothing to say, others like it, and what checks of trials say of them.</summary>
internal static class HonestTrial
{
    public const long Ms = 1_000_000;

    /// <summary>10,000 messages a second in 20 slices and a second in one piece, a fifth of a core a side.</summary>
    public static readonly TrialRecord Honest = Trial.Of(Costing(Trial.Window()), Costing(Trial.Window())) with
    {
        SliceRatesPerS = Scattered(10_000, 20),
    };

    public static IReadOnlyList<Finding> Find(TrialRecord trial, Scenario? scenario = null) =>
        Assert.Single(TrialChecks.Judge(Trial.Cell(scenario: scenario), [trial])).Findings;

    public static bool MayBeNoise(TrialRecord trial) =>
        Find(trial).Where(finding => finding.Withholds).All(finding => finding.Check.MayBeNoise);

    public static void Says(TrialRecord trial, string? idAndVerdict = null, string? text = null)
    {
        var findings = Find(trial);
        if (idAndVerdict is null)
            Assert.Empty(findings);
        else
        {
            var finding = Assert.Single(findings);
            Assert.Equal(idAndVerdict, $"{finding.Check.Id} {finding.Verdict.Word()}");
            Assert.Contains(text!, finding.Sentence.Text);
        }
    }

    public static CountedWindow Costing(CountedWindow window) =>
        window with
        {
            ServerCost = new(200 * Ms, window.Received, 1_000 * Ms),
            ClientCost = new(200 * Ms, window.Received, 1_000 * Ms),
        };

    public static TrialRecord WithServerCost(SideCost cost) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { ServerCost = cost },
        };

    /// <summary>The server's busiest thread used a fifth of a second, and waited for its core for so long.</summary>
    public static TrialRecord WithWaitingServer(long waitedMs) =>
        WithServer(
            Trial.Used(10_000) with
            {
                BusiestThreadCpuNs = 200 * Ms,
                BusiestThreadRunQueueDelayNs = waitedMs * Ms,
            }
        );

    public static TrialRecord WithServer(Usage server) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { Server = server },
        };

    public static TrialRecord WithHost(HostCpu host) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { Host = host },
        };

    public static TrialRecord Sliced(IReadOnlyList<double> ratesPerS) =>
        Honest with
        {
            Slices = Costing(Trial.Window(ratesPerS.Average())),
            SliceRatesPerS = ratesPerS,
        };

    /// <summary>Up and down by 5 %.</summary>
    public static List<double> Scattered(double perS, int count) =>
        Enumerable.Range(0, count).Select(i => perS * (i % 2 == 0 ? 0.95 : 1.05)).ToList();
}
