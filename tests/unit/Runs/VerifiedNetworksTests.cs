using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>Which cells are measured on a network that was verified, and why the others are not.</summary>
public sealed class VerifiedNetworksTests
{
    private static readonly Network Asked = new() { DelayNs = 20_000_000, Loss = 0.01 };

    private static readonly Cell Cell = Trial.Cell("a", new() { Network = Asked });

    private static readonly NetworkCheck Good = new()
    {
        Network = Asked,
        Text = "20 ms, 1 % lost",
        Attempts = 1,
        Figures = [new("delay_ns", 20e6, 20.4e6, 20.1e6, 1e6), new("loss", 0.01, 0.01, 0.0119, 0.002)],
    };

    [Fact]
    public void What_is_within_its_bounds_is_measured()
    {
        Assert.Null(Record(Good));
        Assert.Empty(new VerifiedNetworks([], _ => "never asked").Refused([Cell with { Scenario = new() }]));
    }

    [Fact]
    public void What_is_not_is_withheld_with_its_figures()
    {
        var record = Record(With(delayNs: 23e6, loss: 0.013) with { Attempts = 3 })!;
        Assert.Equal((CellStatus.Invalid, 0, Cell.Id), (record.Status, record.Round, record.Cell));
        Assert.Equal(
            "the network 20 ms, 1 % lost could not be made: delay 20 ms was asked for, and there were 23 ms up and "
                + "20.1 ms down; loss 1 % was asked for, and there were 1.3 % up and 1 % down (tried 3 times); a busy "
                + "machine disturbs its times",
            record.Reason
        );
    }

    [Fact]
    public void Accepted_noise_excuses_times_and_no_shares()
    {
        Assert.Null(Record(With(delayNs: 23e6, loss: 0.01) with { NoiseAccepted = true }));
        Assert.NotNull(Record(With(delayNs: 20e6, loss: 0.02) with { NoiseAccepted = true }));
    }

    [Fact]
    public void An_engine_that_is_not_permitted_is_not_there_and_what_can_not_be_done_to_a_stack_unsupported()
    {
        var record = Record(Good with { Figures = [], Attempts = 0, Problem = "no device" })!;
        Assert.Equal(CellStatus.Unavailable, record.Status);
        Assert.Contains("could not be made: no device", record.Reason);
        Assert.Equal(
            CellStatus.Invalid,
            Record(Good with { Figures = [], Problem = "none of its probes came through" })!.Status
        );
        var refused = Assert.Single(new VerifiedNetworks([Good], _ => "a stream has no packets").Refused([Cell]));
        Assert.Equal((CellStatus.Unsupported, "a stream has no packets"), (refused.Status, refused.Reason));
    }

    private static NetworkCheck With(double delayNs, double loss) =>
        Good with
        {
            Figures = [new("delay_ns", 20e6, delayNs, 20.1e6, 1e6), new("loss", 0.01, loss, 0.01, 0.002)],
        };

    private static TrialRecord? Record(NetworkCheck check) =>
        new VerifiedNetworks([check], _ => null).Refused([Cell]).SingleOrDefault();
}
