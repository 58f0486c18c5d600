using System.Net.Sockets;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>What the vectors do not show: how long a lane lets its stack wait, what a pass is, and what ends
/// it.</summary>
public sealed class LaneTests
{
    private const long Ms = Clock.Millisecond;
    private static readonly Window Always = new(0, Window.Unlimited, Window.Unlimited, 0);

    private static Bench Datagrams(int connections = 1, int inFlight = 1) =>
        new(isStream: false, connections, inFlight, 32, lostAfterNs: 100 * Ms);

    private static LoadPlan Timed(params long[] times) => new(IsTimed: true, (_, _) => new Times(times));

    private sealed class Times(long[] times) : Load
    {
        private int _next;

        public override long Due => _next < times.Length ? times[_next] : Never;

        public override void Sent() => _next++;
    }

    [Fact]
    public void A_lane_waits_until_the_next_look_for_losses_and_not_at_all_while_one_is_to_be_confirmed()
    {
        var bench = Datagrams();
        bench.Begin(Always);
        Assert.Equal(Constants.FirstLookForLossesAfterNs, bench.Lane.WaitNs);
        bench.Pass(5 * Ms);
        Assert.Equal(0, bench.Lane.WaitNs);
        bench.Pass(5 * Ms + 1);
        Assert.Equal(Constants.LongestWaitNs, bench.Lane.WaitNs);
    }

    [Fact]
    public void A_loss_is_confirmed_without_a_wait_and_within_15_ms_of_its_deadline()
    {
        var bench = Datagrams();
        bench.Begin(Always);
        var lostAt = 0L;
        for (var now = 0L; lostAt == 0; now += Math.Max(bench.Lane.WaitNs, Ms / 10))
        {
            bench.Pass(now);
            if (bench.Sends.Count == 2)
                lostAt = now;
        }
        Assert.InRange(lostAt, 100 * Ms, 100 * Ms + Constants.LossNoticedWithinNs);
    }

    [Fact]
    public void A_run_may_wait_for_its_own_time_and_the_next_for_that_of_the_connect()
    {
        var bench = Datagrams();
        bench.Begin(new Window(0, 10 * Ms, Window.Unlimited, 0), lostAfterNs: 20 * Ms);
        bench.Pass(20 * Ms);
        bench.Pass(21 * Ms);
        Assert.False(bench.Lane.IsRunning);
        Assert.Equal(1, bench.Result().Int("lost"));
        bench.Begin(new Window(30 * Ms, 40 * Ms, Window.Unlimited, 0), now: 30 * Ms);
        bench.Pass(50 * Ms);
        bench.Pass(51 * Ms);
        Assert.True(bench.Lane.IsRunning);
        bench.Pass(130 * Ms);
        bench.Pass(131 * Ms);
        Assert.False(bench.Lane.IsRunning);
    }

    /// <summary>The result of the last measurement is being written, and the next has not begun.</summary>
    [Fact]
    public void What_comes_at_rest_belongs_to_no_measurement()
    {
        var bench = Datagrams();
        bench.Begin(new Window(0, 1, Window.Unlimited, 0));
        bench.Echo(10, 0);
        bench.Echo(11, 1);
        Assert.False(bench.Lane.IsRunning);
        bench.Echo(20, 1, 99);
        Assert.Equal((0, 0), (bench.Result().Int("duplicated"), bench.Result().Int("corrupt")));
        bench.Begin(new Window(30, 40, Window.Unlimited, 0), now: 30);
        bench.Echo(35, 1, 99);
        Assert.Equal((1, 1), (bench.Result().Int("duplicated"), bench.Result().Int("corrupt")));
    }

    /// <summary>A pass takes one datagram of each connection, and several can have arrived.</summary>
    [Fact]
    public void What_arrived_while_the_process_was_stopped_is_all_taken_before_any_is_lost()
    {
        var bench = Datagrams(inFlight: 3);
        bench.Begin(Always);
        bench.Pass(5 * Ms);
        bench.Pass(6 * Ms);
        bench.Echo(5_000 * Ms, 0);
        bench.Echo(5_001 * Ms, 1);
        bench.Echo(5_002 * Ms, 2);
        bench.Pass(5_003 * Ms);
        Assert.Equal(0, bench.Result().Long("lost"));
    }

    [Fact]
    public void A_timed_load_lets_the_stack_wait_until_shortly_before_its_next_message()
    {
        var bench = Datagrams();
        bench.Begin(Always, Timed(2 * Ms, 100 * Ms));
        Assert.InRange(bench.Lane.WaitNs, 1 * Ms, 2 * Ms);
        bench.Pass(2 * Ms - 1000);
        Assert.Equal(0, bench.Lane.WaitNs);
        bench.Pass(2 * Ms);
        Assert.Equal([(2 * Ms, 0, 0u)], bench.Sends);
        bench.Echo(2 * Ms + 1, 0);
        Assert.Equal(3 * Ms - 1, bench.Lane.WaitNs);
    }

    [Fact]
    public void A_timed_load_without_a_slot_waits_for_an_answer_and_not_for_its_time()
    {
        var bench = Datagrams();
        bench.Begin(Always, Timed(0, 1));
        bench.Pass(Ms);
        Assert.Equal(4 * Ms, bench.Lane.WaitNs);
        bench.Echo(2 * Ms, 0);
        Assert.Equal([(0L, 0, 0u), (2 * Ms, 0, 1u)], bench.Sends);
    }

    /// <summary>Else who is late would send and send, and receive nothing.</summary>
    [Fact]
    public void A_pass_sends_so_many_messages_that_are_due_however_often_it_receives()
    {
        var bench = Datagrams(connections: 40, inFlight: 2);
        bench.Begin(Always, Timed(0, Ms));
        while (bench.Sends.Count < 40)
            bench.Pass(0);
        bench.Pass(1);
        for (var connection = 0; connection < 3; connection++)
            bench.AnswerInPass(Ms, connection, new Bench.Reply(0));
        Assert.InRange(bench.Sends.Count - 40, 0, Constants.DueMessagesPerPass);
        var before = bench.Sends.Count;
        bench.Pass(Ms);
        Assert.Equal(Constants.DueMessagesPerPass, bench.Sends.Count - before);
    }

    [Fact]
    public void Many_connections_are_filled_a_part_at_a_time()
    {
        var bench = Datagrams(connections: 150);
        bench.Begin(Always);
        var atOnce = bench.Sends.Count;
        Assert.InRange(atOnce, 1, 149);
        Assert.Equal(0, bench.Lane.WaitNs);
        for (var pass = 1; bench.Lane.WaitNs == 0; pass++)
            bench.Pass(pass);
        Assert.Equal(Enumerable.Range(0, 150), bench.Sends.Select(s => s.Connection));
    }

    [Theory]
    [InlineData(SocketError.AccessDenied)]
    [InlineData(SocketError.NoBufferSpaceAvailable)]
    [InlineData(SocketError.WouldBlock)]
    public void A_datagram_that_does_not_get_out_is_lost_like_any_other(SocketError error)
    {
        var bench = Datagrams();
        bench.SendError = error;
        bench.Begin(new Window(0, 10 * Ms, Window.Unlimited, 0));
        bench.Pass(100 * Ms);
        bench.Pass(101 * Ms);
        Assert.False(bench.Lane.IsRunning);
        Assert.Equal((1, 1), (bench.Result().Int("sent"), bench.Result().Int("lost")));
    }

    [Fact]
    public void Any_other_error_ends_the_connection_with_its_reason()
    {
        var bench = Datagrams();
        bench.SendError = SocketError.ConnectionRefused;
        bench.Begin(Always);
        Assert.False(bench.Lane.IsRunning);
        var error = Assert.Throws<WorkerException>(bench.Require);
        Assert.Equal("1 of 1 connections ended: Connection refused", error.Message);
    }

    /// <summary>It is offered again after the next receive.</summary>
    [Fact]
    public void What_a_stream_has_no_room_for_waits()
    {
        var bench = new Bench(isStream: true, 1, 2, 32, lostAfterNs: 100 * Ms) { SendError = SocketError.WouldBlock };
        bench.Begin(Always);
        Assert.Empty(bench.Sends);
        bench.SendError = SocketError.Success;
        bench.ReceiveNothing(1);
        Assert.Equal([(1L, 0, 0u), (1L, 0, 1u)], bench.Sends);
    }

    /// <summary>At the end of the ring there is no room for it in one piece.</summary>
    [Fact]
    public void A_message_of_another_size_goes_behind_what_a_peer_has_not_taken_yet()
    {
        var bench = new Bench(isStream: true, 1, 3, 32, lostAfterNs: 100 * Ms) { SendRoom = 40 };
        var load = Replay.Read(
            Request.Parse("""{"id":1,"op":"run","gaps_ns":"0 0 1000","sizes_bytes":"32 20 32"}"""),
            new(1, 3, 32, Constants.MaxPrefloodBytes)
        );
        bench.Begin(new Window(0, Ms, Window.Unlimited, 0), load);
        bench.Answer(500, 0, new Bench.Reply(0));
        bench.Pass(1000);
        Assert.Equal([0u], bench.Sends.Select(sent => sent.Sequence));
        bench.SendRoom = int.MaxValue;
        bench.ReceiveNothing(1100);
        Assert.Equal([0u, 1, 2, 4], bench.Sends.Select(sent => sent.Sequence));
        bench.Answer(1200, 0, new(1, MessageBytes: 20), new(2), new(4));
        Assert.Equal((4, 0), (bench.Result().Long("answered"), bench.Result().Long("corrupt")));
    }
}
