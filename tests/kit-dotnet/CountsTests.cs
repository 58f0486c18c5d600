using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

public sealed class CountsTests
{
    [Fact]
    public void A_pool_gives_each_message_once_and_no_lane_too_many() =>
        Prop.ForAll(
                Gen.Choose(1, 100_000).ToArbitrary(),
                Gen.Choose(1, 100).ToArbitrary(),
                (messages, lanes) =>
                {
                    var pool = new MessagePool(messages, lanes);
                    long portion,
                        drawn = 0;
                    for (; (portion = pool.Draw()) > 0; drawn += portion)
                        Assert.InRange(portion, 1, Math.Max(1, (messages - drawn) / (4 * lanes)));
                    Assert.Equal(messages, drawn);
                }
            )
            .Holds();

    [Fact]
    public void More_laps_than_a_reply_can_hold_end_the_counting()
    {
        var laps = new Laps();
        laps.Begin(new Window(0, long.MaxValue, Window.Unlimited, 1));
        var now = 0;
        bool isOver;
        do
        {
            laps.Sent(now);
            isOver = laps.Settled(++now);
        } while (!isOver);
        Assert.True(laps.AreTooMany);
        Assert.Equal(Constants.MaxLaps, laps.Durations.Count);
    }

    [Fact]
    public void An_agenda_knows_who_is_due_first_after_any_change() =>
        Prop.ForAll(
                Gen.Choose(1, 40).ToArbitrary(),
                Gen.Choose(0, 10_000).ListOf().ToArbitrary(),
                (connections, changes) =>
                {
                    var agenda = new Agenda(connections);
                    var due = new long[connections];
                    Array.Fill(due, Load.Never);
                    foreach (var change in changes)
                    {
                        var time = change % 7 == 0 ? Load.Never : change / 10;
                        agenda.Set(change % connections, due[change % connections] = time);
                        Assert.Equal(due.Min(), agenda.NextDue);
                        Assert.Equal(Array.IndexOf(due, due.Min()), agenda.Next);
                    }
                }
            )
            .Holds();
}
