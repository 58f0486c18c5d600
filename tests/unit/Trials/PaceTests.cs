using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PaceTests
{
    private const long S = 1_000_000_000;

    private static readonly BlockSettings FourSeconds = new()
    {
        DurationNs = 4 * S,
        SliceNs = 50_000_000,
        Rounds = 5,
        IsBudgeted = true,
    };

    private readonly Pace _pace = new(60 * S);

    [Fact]
    public void What_is_not_counted_time_is_overhead()
    {
        _pace.Add(0, 2 * FourSeconds.WallNs + 3 * S, FourSeconds, [(new(), 1000), (new(), null)]);
        Assert.Equal((3 * S, 2, long.MaxValue), (_pace.OverheadNs, _pace.Sessions, _pace.LongestNs));
    }

    /// <summary>A second's worth of messages was counted, and the block was over when these were.</summary>
    [Fact]
    public void A_cell_whose_messages_are_over_has_taken_no_more_time_than_they()
    {
        var counted = new Scenario { Messages = 10_000 };
        var wallNs = (FourSeconds with { DurationNs = S }).WallNs;
        _pace.Add(0, 2 * wallNs + 3 * S, FourSeconds, [(counted, 10_000), (counted, 10_000)]);
        Assert.Equal((3 * S, S), (_pace.OverheadNs, _pace.LongestNs));
        _pace.Add(1, 2 * wallNs, FourSeconds, [(counted, 5_000), (counted, 20_000)]);
        Assert.Equal(2 * S, _pace.LongestNs);
    }

    [Fact]
    public void One_cell_that_counts_by_time_may_use_all_that_there_is()
    {
        _pace.Add(0, 10 * S, FourSeconds, [(new() { Messages = 10_000 }, 10_000), (new(), 10_000)]);
        Assert.Equal(long.MaxValue, _pace.LongestNs);
    }
}
