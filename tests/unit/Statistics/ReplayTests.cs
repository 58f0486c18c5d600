using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>A/A runs that are drawn from recorded slices, with whatever shape these have.</summary>
public class ReplayTests
{
    private const int Slices = 23;

    private static readonly IReadOnlyList<RecordedSlices.Generation> Recorded = RecordedSlices.Load();

    private static readonly List<List<RecordedSlices.Generation>> Stacks = Recorded
        .GroupBy(g => g.Stack)
        .Select(stack => stack.ToList())
        .ToList();

    /// <summary>A stack beside itself, with one connection and with sixteen.</summary>
    private static List<LogarithmsByRound> Aa(
        Random random,
        List<RecordedSlices.Generation> stack,
        int rounds,
        double process
    ) =>
        stack
            .GroupBy(g => g.Connections)
            .Select(scenario => RecordedSlices.Draw(random, scenario.ToList(), rounds, Slices, process))
            .ToList();

    [Fact]
    public void Three_runtimes_are_recorded_with_one_and_sixteen_connections() =>
        Assert.Equal(
            ["cpp 1", "cpp 16", "dotnet 1", "dotnet 16", "java 1", "java 16"],
            Recorded.Select(g => $"{g.Stack.Split('/')[0]} {g.Connections}").Distinct().Order(StringComparer.Ordinal)
        );

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Of_400_runs_of_a_stack_beside_itself_at_most_28_find_a_difference(int rounds)
    {
        var random = new Random(rounds);
        var different = Enumerable
            .Range(0, 400)
            .Count(run =>
                RatioTest
                    .Compare(Aa(random, Stacks[run % Stacks.Count], rounds, LogarithmEstimates.ProcessShareOfRatios))
                    .Any(c => c!.Verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower)
            );
        Assert.InRange(different, 0, 28);
    }

    /// <summary>What v in docs/statistics.md foretells is what was measured: their quotient is 1, but for
    /// chance.</summary>
    [Fact]
    public void The_means_of_recorded_generations_scatter_as_expected()
    {
        var multiples = Recorded
            .GroupBy(g => (g.Stack, g.Connections))
            .Select(scenario => new LogarithmsByRound(scenario.Select(g => g.Logs).ToList()))
            .Select(rounds =>
                new SlicedRounds(
                    rounds,
                    Autocorrelation.From([rounds]),
                    LogarithmEstimates.ProcessShareOfRatios
                ).ScatterToExpected
            );
        Assert.InRange(multiples.Average(), 0.2, 2.5);
    }

    [Theory]
    [InlineData(2, 0.01)]
    [InlineData(3, 0.01)]
    [InlineData(4, 0.02)]
    [Trait("Gate", "no")]
    public void Intervals_of_recorded_slices_cover_95_of_100(int rounds, double process)
    {
        var random = new Random(100 + rounds);
        var run = 0;
        Assert.InRange(
            Coverage.Of(1200, () => Aa(random, Stacks[run++ % Stacks.Count], rounds, process), Coverage.Ours),
            Coverage.Least,
            Coverage.Most + 0.005
        );
    }
}
