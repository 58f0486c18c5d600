using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Tests.Reports.Answers;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>What each server and each client does, from all pairs together.</summary>
public sealed class SideEffectsTests
{
    private static readonly Dictionary<string, double> Servers = new()
    {
        ["x/tcp-a"] = 1,
        ["x/tcp-b"] = 1.5,
        ["x/tcp-c"] = 0.7,
        ["x/tcp-d"] = 1,
        ["x/tcp-e"] = 1.49,
    };

    private static readonly Dictionary<string, double> Clients = new()
    {
        ["x/tcp-a"] = 0.8,
        ["x/tcp-b"] = 1,
        ["x/tcp-c"] = 2,
        ["x/tcp-d"] = 1,
        ["x/tcp-e"] = 1,
    };

    private static Summary Run(double sd = 0.02, Func<CellSummary, CellSummary>? change = null) =>
        MatrixSummary.Of(Servers, Clients, sd, change);

    private static SideEffects Effects(Summary summary) =>
        Assert.Single(Assert.Single(ScenarioGroup.GroupCells(summary)).Sides);

    [Fact]
    public void Servers_and_clients_have_their_factor_to_the_middle_with_an_interval()
    {
        var effects = Effects(Run());
        AssertWithin(Servers, effects.Servers);
        AssertWithin(Clients, effects.Clients);
        Assert.InRange(effects.ResidualShare, 0.01, 0.03);

        static void AssertWithin(Dictionary<string, double> truth, SideRole role)
        {
            var middle = Math.Exp(truth.Values.Average(Math.Log));
            Assert.Equal(truth.Keys, role.All.Select(one => one.Name));
            Assert.All(
                role.All,
                one =>
                {
                    var estimate = one.LogFactor.Estimate();
                    Assert.Equal(truth[one.Name] / middle, estimate.Value, 0.05 * estimate.Value);
                    Assert.InRange(estimate.CiHigh!.Value / estimate.Value, 1.01, 1.06);
                }
            );
        }
    }

    [Fact]
    public void Who_is_not_shown_to_be_slower_may_be_as_fast()
    {
        var effects = Effects(Run());
        Assert.Equal(["x/tcp-b", "x/tcp-e"], effects.Servers.Ahead.Select(one => one.Name).Order());
        Assert.Equal("x/tcp-c", Assert.Single(effects.Clients.Ahead).Name);
    }

    [Fact]
    public void What_cells_miss_others_tell()
    {
        var effects = Effects(
            Run(change: cell =>
                (cell.Label, cell.Client) is ("x/tcp-b", "x/tcp-b") or ("x/tcp-a", "x/tcp-c")
                    ? cell with
                    {
                        Status = CellStatus.Unmeasured,
                    }
                    : cell
            )
        );
        Assert.Equal("x/tcp-c", Assert.Single(effects.Clients.Ahead).Name);
        Assert.Equal(23, effects.FarthestCells.Count());
    }

    [Fact]
    public void A_pair_that_is_not_what_its_sides_make_one_expect_is_named()
    {
        var odd = Effects(
            Run(change: cell =>
                (cell.Label, cell.Client) == ("x/tcp-d", "x/tcp-b")
                    ? cell.With(("throughput_per_s", new(300_000, 290_000, 310_000)))
                    : cell
            )
        )
            .FarthestCells.First();
        Assert.Equal(("x/tcp-d", "x/tcp-b"), (odd.Cell.Label, odd.Cell.Client));
        Assert.InRange(odd.Factor, 1.5, 3);
    }

    [Fact]
    public void Noise_makes_nobody_fastest()
    {
        var noisy = Effects(MatrixSummary.Of(Clients.ToDictionary(one => one.Key, _ => 1.0), Clients, sd: 0.5));
        Assert.False(noisy.Servers.IsDecided);
    }

    [Fact]
    public void The_answer_says_both_sides_with_their_rivals()
    {
        var lines = AnsweredRun.Lines(Run());
        Assert.Matches(
            @"^TCP: fastest server x/tcp-[be], 1\.3\dx the middle ± [\d.]+ % \(x/tcp-[be] may be as fast\); "
                + @"fastest client x/tcp-c, 1\.8\dx ± [\d.]+ %\.$",
            lines[0]
        );
    }

    [Fact]
    public void Stacks_with_their_own_clients_have_none() =>
        Assert.All(ScenarioGroup.GroupCells(MockSummary.Build()), group => Assert.Empty(group.Sides));
}
