using Pingmark.Model;
using Pingmark.Sampling;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>How a thread's CPU time, known from the kernel, is shared out among its samples.</summary>
public class CpuProfileTests
{
    private const long TickNs = 1_000_000;
    private static readonly DateTime Begin = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void A_recv_that_spins_is_work_and_one_that_blocks_waits()
    {
        var summary = Summarize(cpuTicks: 100, Samples(100, managed: false, "Socket.Receive", "Server.Loop"));
        Assert.Equal((100, 0), (summary.CpuSamples, summary.WaitingSamples));
        Assert.Equal([new("Socket.Receive", 1, 1), new("Server.Loop", 0, 1)], summary.TopMethods);
        summary = Summarize(
            cpuTicks: 1,
            Samples(99, managed: false, "Socket.Receive"),
            Samples(1, managed: true, "Server.Handle")
        );
        Assert.Equal((1, 99), (summary.CpuSamples, summary.WaitingSamples));
        Assert.Equal([new("Server.Handle", 1, 1)], summary.TopMethods);
    }

    [Fact]
    public void Calls_follow_their_callers_and_those_that_cost_nothing_are_left_out()
    {
        var summary = Summarize(
            cpuTicks: 1000,
            Samples(700, managed: true, "Socket.Send", "Server.Answer", "Server.Loop"),
            Samples(295, managed: true, "Server.Read", "Server.Loop"),
            Samples(5, managed: true, "Server.Log", "Server.Loop")
        );
        Assert.Equal(
            [("Server.Loop", 0, 100), ("Server.Answer", 1, 70), ("Socket.Send", 2, 70), ("Server.Read", 1, 29.5)],
            summary.Calls.Select(call => (call.Method, call.Depth, Math.Round(100 * call.Share, 3)))
        );
    }

    [Fact]
    public void Time_goes_to_active_samples_first_and_the_rest_to_calls_that_may_wait()
    {
        var summary = Summarize(
            cpuTicks: 50,
            Samples(10, managed: true, "Server.Handle"),
            Samples(20, managed: false, "Socket.Send"),
            Samples(70, managed: false, "EPoll.wait")
        );
        Assert.Equal(
            [("EPoll.wait", 40), ("Socket.Send", 40), ("Server.Handle", 20)],
            summary.TopMethods.Select(m => (m.Method, Math.Round(100 * m.SelfShare)))
        );
        Assert.Equal(50, summary.CpuSamples);
    }

    [Fact]
    public void A_thread_that_was_preempted_gets_no_more_than_it_ran()
    {
        var busy = Samples(100, managed: true, "A.Work")
            .Concat(Samples(100, managed: true, "B.Work", thread: 2))
            .ToArray();
        var summary = CpuProfile.Summarize(busy, Window((1, "a", 75), (2, "b", 25)), TickNs);
        Assert.Equal([("A.Work", 0.75), ("B.Work", 0.25)], summary.TopMethods.Select(m => (m.Method, m.SelfShare)));
        Assert.Equal(100, summary.CpuSamples);
    }

    [Fact]
    public void Samples_that_waited_for_a_core_share_alike()
    {
        var summary = Summarize(
            cpuTicks: 10,
            Samples(30, managed: true, "Server.Handle"),
            Samples(10, managed: false, "Socket.Send"),
            Samples(60, managed: false, "EPoll.wait")
        );
        Assert.Equal(
            [("Server.Handle", 75), ("Socket.Send", 25)],
            summary.TopMethods.Select(m => (m.Method, Math.Round(100 * m.SelfShare)))
        );
        Assert.Equal((10, 90), (summary.CpuSamples, summary.WaitingSamples));
    }

    [Fact]
    public void Few_samples_are_said_to_be_few_and_none_are_no_error()
    {
        Assert.Equal(
            ["Only 10 CPU samples: the shares are rough. A longer trial has more."],
            Summarize(cpuTicks: 10, Samples(10, managed: true, "A.F"), Samples(90, managed: false, "A.wait")).Notes
        );
        var none = Summarize(cpuTicks: 0);
        Assert.Equal((0, 0), (none.CpuSamples, none.TopMethods.Count));
    }

    [Fact]
    public void A_recursive_method_counts_once() =>
        Assert.Equal(
            [new("A.F", 1, 1)],
            Summarize(cpuTicks: 100, Samples(100, managed: true, "A.F", "A.F", "A.F")).TopMethods
        );

    [Fact]
    public void Threads_without_samples_are_shown_by_name()
    {
        var summary = CpuProfile.Summarize(
            Samples(60, managed: true, "A.Work"),
            Window((1, "a", 60), (7, "GC Thread#0", 20), (8, "GC Thread#1", 20), (9, "idle", 0)),
            TickNs
        );
        Assert.Equal([new("GC Thread", 0.4)], summary.RuntimeThreads);
        Assert.Equal(0.6, summary.TopMethods.Single().SelfShare);
    }

    [Fact]
    public void Native_samples_that_are_rarer_than_managed_ones_weigh_more()
    {
        var summary = Summarize(
            cpuTicks: 100,
            Samples(20, managed: true, "A.Work"),
            Samples(8, managed: false, "Net.write")
        );
        Assert.Equal(
            [("Net.write", 80), ("A.Work", 20)],
            summary.TopMethods.Select(m => (m.Method, Math.Round(100 * m.SelfShare)))
        );
    }

    private static SamplingSummary Summarize(long cpuTicks, params CpuSample[][] samples) =>
        CpuProfile.Summarize(samples.SelectMany(s => s).ToList(), Window((1, "loop", cpuTicks)), TickNs);

    /// <summary>A hundred ticks.</summary>
    private static SampledWindow Window(params (int Id, string Name, long CpuTicks)[] threads) =>
        new(
            Begin,
            Begin.AddMilliseconds(100),
            threads.ToDictionary(t => t.Id, t => new ThreadTime(t.Name, t.CpuTicks * TickNs))
        );

    private static CpuSample[] Samples(int count, bool managed, params string[] frames) =>
        Enumerable.Repeat(new CpuSample(1, managed, frames), count).ToArray();

    private static CpuSample[] Samples(int count, bool managed, string frame, int thread) =>
        Enumerable.Repeat(new CpuSample(thread, managed, [frame]), count).ToArray();
}
