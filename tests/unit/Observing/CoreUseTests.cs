using Pingmark.Observing;
using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

/// <summary>Switches of a core at known times, in µs.</summary>
public sealed class CoreUseTests
{
    private const long Us = 1_000;

    private static List<CoreTurn> Turns(params (int AtUs, int Process)[] switches)
    {
        var turns = new List<CoreTurn>();
        var use = new CoreUse(turns.Add);
        foreach (var (atUs, process) in switches)
            use.Switched(atUs * Us, process, process);
        use.End(switches[^1].AtUs * Us);
        return [.. turns.OrderBy(turn => turn.FromNs)];
    }

    [Fact]
    public void A_turn_lasts_until_another_has_the_core_and_short_breaks_do_not_end_it()
    {
        Assert.Equal(
            [new(7, 7, 100 * Us, 400 * Us, 300 * Us), new(8, 8, 400 * Us, 450 * Us, 50 * Us)],
            Turns((0, 0), (100, 7), (400, 8), (450, 0), (900, 0))
        );
        Assert.Equal(
            [new(7, 7, 0, 100 * Us, 80 * Us), new(7, 7, 300 * Us, 400 * Us, 100 * Us)],
            Turns((0, 7), (40, 0), (60, 7), (100, 0), (300, 7), (400, 0))
        );
        // Short turns keep nobody waiting.
        Assert.Empty(Turns((0, 7), (10, 0)));
    }

    [Fact]
    public void What_was_lost_belongs_to_nobody()
    {
        var turns = new List<CoreTurn>();
        var use = new CoreUse(turns.Add);
        use.Switched(0, 7, 7);
        use.Lost(3);
        use.Switched(1_000 * Us, 8, 8);
        use.End(2_000 * Us);
        Assert.Equal((8, 3L), (Assert.Single(turns).Process, use.LostSwitches));
    }

    [Fact]
    public void Who_had_most_of_a_time_is_told()
    {
        var turns = new CoreTurns([
            (new(7, 7, 0, 100, 100), "sh"),
            (new(8, 8, 100, 200, 100), "cc1"),
            (new(7, 7, 200, 300, 50), "sh"),
        ]);
        Assert.Equal(("sh", 100.0), turns.Most(0, 120));
        Assert.Equal(("cc1", 100.0), turns.Most(90, 210));
        Assert.Null(turns.Most(300, 400));
    }

    [Fact]
    public void Threads_of_a_side_are_the_side_but_for_those_that_compile()
    {
        var names = new TurnNames([new WatchedSide("client", "a/b", Environment.ProcessId + 1, "0", [])]);
        Assert.Equal("the client", names.Find(new(Environment.ProcessId + 1, 1, 0, 1, 1)));
        Assert.Equal("the controller", names.Find(new(Environment.ProcessId, 1, 0, 1, 1)));
    }
}
