using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

/// <summary>Who is fastest where: with 1 connection cpp/tcp-epoll, so far, and with 16 java/tcp-nio as well.</summary>
public sealed class StandingTests
{
    [Fact]
    public void Each_scenario_says_who_was_fastest_and_who_was_as_fast() =>
        Assert.Equal(
            [
                ("with 1 connection", "cpp/tcp-epoll so far"),
                ("with 16 connections", "cpp/tcp-epoll; java/tcp-nio as fast"),
            ],
            Lines(Standing.Lines(Standing.Of(Sites.Run())))
        );

    [Fact]
    public void Of_a_stack_these_are_the_scenarios_in_which_it_was_ahead()
    {
        var all = Standing.Of(Sites.Run());
        Assert.Equal(
            [("with 1 connection", "so far"), ("with 16 connections", "java/tcp-nio as fast")],
            Lines(Standing.LinesFor(all, "cpp/tcp-epoll"))
        );
        Assert.Equal(
            [("with 16 connections", "cpp/tcp-epoll; java/tcp-nio as fast")],
            Lines(Standing.LinesFor(all, "java/tcp-nio"))
        );
        Assert.Equal("2 of 2", StackTable.Counted(all, "cpp/tcp-epoll"));
        Assert.Equal("1 of 2", StackTable.Counted(all, "java/tcp-nio"));
        Assert.Equal("-", StackTable.Counted([], "java/tcp-nio"));
    }

    [Fact]
    public void A_run_that_must_not_be_used_counts_for_nothing_while_there_is_another()
    {
        var (usable, broken) = (Sites.Run(), Sites.Run(1, run => run with { Interrupted = true }));
        Assert.NotEmpty(broken.Cautions);
        var content = Sites.Of(usable, broken);
        Assert.All(content.StandingsOf("cpp/tcp-epoll"), one => Assert.Equal(usable.Id, one.Run.Id));
        Assert.Equal(2, content.StandingsOf("cpp/tcp-epoll").Count);
        Assert.Equal(usable.Id, Content.Newest([broken, usable]).Id);
        Assert.Equal(broken.Id, Content.Newest([broken]).Id);
        Assert.Empty(Sites.Of(broken).StandingsOf("cpp/tcp-epoll"));
    }

    private static IEnumerable<(string, string)> Lines(IEnumerable<(string Where, string Outcome)> lines) =>
        lines.Select(line => (line.Where.Replace('\u00a0', ' '), line.Outcome.Replace('\u00a0', ' ')));
}
