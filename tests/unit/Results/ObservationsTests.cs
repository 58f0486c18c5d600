using Pingmark.Model;
using Pingmark.Results;
using Xunit;

namespace Pingmark.Tests.Results;

/// <summary>What cells of several scenarios show together.</summary>
public sealed class ObservationsTests
{
    internal static CellSummary Cell(Scenario scenario, Estimate? p50, string stack = "cpp/tcp-epoll") =>
        new()
        {
            Id = $"{stack} {scenario.Test} {scenario.Socket.NoDelay}",
            Design = Design.Trials,
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario,
            Status = CellStatus.Ok,
            RttP50Ns = p50,
        };

    private static CellSummary Nagle(bool noDelay, Estimate p50, string test = TestKinds.WriteWriteRead) =>
        Cell(
            new()
            {
                Test = test,
                Socket = new() { NoDelay = noDelay },
            },
            p50
        );

    private static IEnumerable<string> Of(params CellSummary[] cells) => Observations.Of(cells).Select(o => o.Text);

    [Fact]
    public void Nagles_algorithm_is_told_as_a_ratio() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll, write-write-read of 32 B: with Nagle's algorithm a round trip takes 40 ms, without it "
                    + "80 µs: 500 times as long (472 to 529)",
            ],
            Of(Nagle(true, new(80_000, 76_000, 84_000)), Nagle(false, new(40e6, 39e6, 41e6)))
        );

    [Fact]
    public void Without_an_interval_the_ratio_stands_alone() =>
        Assert.EndsWith(
            ": 1.25 times as long",
            Assert.Single(Of(Nagle(true, new(80_000, null, null)), Nagle(false, new(100_000, null, null))))
        );

    [Fact]
    public void Cells_that_differ_in_more_are_not_held_against_each_other() =>
        Assert.Empty(
            Of(
                Nagle(true, new(80_000, null, null)),
                Nagle(false, new(100_000, null, null), TestKinds.PingPong),
                Nagle(false, new(100_000, null, null)) with
                {
                    Status = CellStatus.Invalid,
                }
            )
        );
}
