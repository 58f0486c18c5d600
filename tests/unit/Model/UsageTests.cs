using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Model;

public class UsageTests
{
    private static readonly Usage Earlier = new()
    {
        Messages = 10,
        CpuUserNs = 100,
        CpuSystemNs = 50,
        VoluntarySwitches = 3,
        InvoluntarySwitches = 1,
        PeakRssBytes = 500,
        Connections = 4,
        AllocatedBytes = 7,
    };
    private static readonly Usage Later = new()
    {
        Messages = 30,
        CpuUserNs = 400,
        CpuSystemNs = 90,
        VoluntarySwitches = 9,
        InvoluntarySwitches = 2,
        PeakRssBytes = 800,
        Connections = 2,
        AllocatedBytes = 27,
    };

    [Fact]
    public void A_difference_is_what_was_used_and_levels_are_the_later_ones()
    {
        var used = Later - Earlier;
        Assert.Equal((20, 340, 7), (used.Messages, used.CpuNs, used.ContextSwitches));
        Assert.Equal((800, 2, 20L), (used.PeakRssBytes, used.Connections, used.AllocatedBytes));
        // What one reading does not know the difference does not know.
        Assert.Null((Later - Earlier with { AllocatedBytes = null }).AllocatedBytes);
    }

    [Fact]
    public void The_busiest_thread_is_the_one_that_used_most_in_between()
    {
        var earlier = Earlier with { Threads = Threads(("old", 1_000), ("loop", 10)) };
        Assert.Equal(
            70,
            (Later with { Threads = Threads(("old", 1_001), ("loop", 80), ("new", 60)) } - earlier).BusiestThreadCpuNs
        );
        Assert.Null((Later - earlier).BusiestThreadCpuNs);
    }

    [Fact]
    public void Waiting_for_a_core_is_that_of_the_busiest_thread_and_of_all()
    {
        var earlier = Earlier with { Threads = Waited((1, 10, 5), (2, 10, 50)) };
        var used = Later with { Threads = Waited((1, 90, 8), (2, 11, 70), (3, 1, 1)) } - earlier;
        Assert.Equal((3, 24), (used.BusiestThreadRunQueueDelayNs, used.RunQueueDelayNs));
        Assert.Null((Later - earlier).RunQueueDelayNs);
    }

    private static Dictionary<int, ThreadTime> Waited(params IEnumerable<(int Id, long CpuNs, long DelayNs)> threads) =>
        threads.ToDictionary(t => t.Id, t => new ThreadTime("t", t.CpuNs, t.DelayNs));

    private static Dictionary<int, ThreadTime> Threads(params IReadOnlyList<(string Name, long CpuNs)> threads) =>
        Enumerable
            .Range(0, threads.Count)
            .ToDictionary(id => id, id => new ThreadTime(threads[id].Name, threads[id].CpuNs));
}
