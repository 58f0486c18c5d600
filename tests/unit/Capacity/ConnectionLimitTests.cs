using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Capacity;

/// <summary>Libraries that take fewer connections than the machine holds.</summary>
public class ConnectionLimitTests
{
    private static Cell Cell(string stack, string client) =>
        new()
        {
            Id = stack,
            Label = stack,
            Stack = stack,
            Client = client,
            Scenario = new(),
        };

    private static CapacitySettings Settings(CapacityKind kind) => new(kind, [Objectives.Read("p99<50ms", "slo")], 1);

    private static StackDescription? Describe(string stack) =>
        stack == "missing"
            ? null
            : new(
                stack,
                "",
                "enet",
                Spins: false,
                "",
                IsReliable: true,
                IsUnreliable: true,
                1000,
                null,
                stack switch
                {
                    "enet" => 4_095,
                    "few" => 4,
                    _ => 10_000,
                },
                [],
                []
            );

    private static Task<IReadOnlyList<ConnectionLimit>> AskAsync(CapacityKind kind, params Cell[] cells) =>
        ConnectionLimit.AskAsync(cells, Settings(kind), new(10, 10_000), stack => Task.FromResult(Describe(stack)));

    [Fact]
    public async Task The_side_that_takes_fewest_bounds_its_cell_alone()
    {
        Cell[] cells = [Cell("enet", "any"), Cell("any", "enet"), Cell("any", "missing"), Cell("any", "any")];
        var limits = await AskAsync(CapacityKind.Players, cells);
        Assert.Equal([new("enet", 4_095, "enet"), new("any", 4_095, "enet")], limits);
        var plan = Plans.Of(cells) with
        {
            Settings = Settings(CapacityKind.Players),
            LeastLoad = 10,
            MostLoad = 10_000,
            ConnectionLimits = [limits[0]],
        };
        Assert.Equal(4_095, plan.Limits(cells[0], start: 9_000).Start);
        Assert.Equal(4_095, plan.Limits(cells[0], 100).Fit(4_800));
        Assert.Equal(4_800, plan.Limits(cells[3], 100).Fit(4_800));
    }

    [Fact]
    public async Task Rates_have_none() => Assert.Empty(await AskAsync(CapacityKind.Rate, Cell("enet", "enet")));

    [Fact]
    public async Task Fewer_than_windows_need_are_refused()
    {
        var error = await Assert.ThrowsAsync<BadInputException>(() =>
            AskAsync(CapacityKind.Connections, Cell("few", "any"))
        );
        Assert.StartsWith("few takes 4 connections at most, and windows of fewer than 10 hold too few", error.Message);
        Assert.Contains("--rate-each", error.Message);
    }
}
