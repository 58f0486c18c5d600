using Pingmark.Model;
using Pingmark.Runs;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>More connections than a process may have descriptors are refused, with the command that mends it.</summary>
public class DescriptorNeedsTests
{
    private static Cell Cell(int connections, int? pairThreads = null) =>
        new()
        {
            Id = $"a c{connections}",
            Label = "a",
            Stack = "a",
            Client = "a",
            Scenario = new() { Connections = connections, PairThreads = pairThreads },
        };

    [Theory]
    [InlineData(10_000, null, 10_200L)]
    [InlineData(10_000, null, null)]
    [InlineData(10_000, 2, 20_200L)]
    [InlineData(1, null, 1_024L)]
    public void What_a_process_may_have_is_enough(int connections, int? pairThreads, long? most) =>
        DescriptorNeeds.Require([Cell(1), Cell(connections, pairThreads)], most);

    [Theory]
    [InlineData(10_000, null, 4_096L, "10200")]
    [InlineData(10_000, 2, 20_000L, "20200")]
    public void More_is_refused(int connections, int? pairThreads, long most, string needed)
    {
        var problem = Assert.Throws<BadInputException>(() =>
            DescriptorNeeds.Require([Cell(1), Cell(connections, pairThreads)], most)
        );
        Assert.StartsWith(
            $"a c10000: 10000 connections need {needed} descriptors in a process, and this machine allows {most} "
                + $"(ulimit -Hn); `sudo prlimit --pid $$ --nofile={needed}`",
            problem.Message,
            StringComparison.Ordinal
        );
    }
}
