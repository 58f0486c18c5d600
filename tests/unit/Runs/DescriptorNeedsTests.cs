using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>More connections than a process may have descriptors are refused, with the command that mends it.</summary>
public class DescriptorNeedsTests
{
    private static Cell Cell(int connections, int? pairThreads = null) =>
        Trial.Cell("a", new() { Connections = connections, PairThreads = pairThreads });

    [Fact]
    public void What_a_process_may_have_is_enough()
    {
        Require(10_000, null, 10_200);
        Require(10_000, null, null);
        Require(10_000, 2, 20_200);
        Require(1, null, 1_024);
    }

    private static void Require(int connections, int? pairThreads, long? most) =>
        DescriptorNeeds.Require([Cell(1), Cell(connections, pairThreads)], most);

    [Fact]
    public void More_is_refused() =>
        Assert.All<(int? PairThreads, long Most, string Needed)>(
            [(null, 4_096, "10200"), (2, 20_000, "20200")],
            row =>
                Assert.StartsWith(
                    $"a c10000: 10000 connections need {row.Needed} descriptors in a process, and this machine allows "
                        + $"{row.Most} (ulimit -Hn); `sudo prlimit --pid $$ --nofile={row.Needed}`",
                    Assert.Throws<BadInputException>(() => Require(10_000, row.PairThreads, row.Most)).Message,
                    StringComparison.Ordinal
                )
        );
}
