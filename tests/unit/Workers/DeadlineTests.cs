using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>Time that this process was stopped for is nobody else's.</summary>
public class DeadlineTests
{
    private static readonly TimeSpan Seconds4 = TimeSpan.FromSeconds(4);

    [Fact]
    public async Task What_has_ended_or_failed_is_in_time_and_what_never_ends_is_not()
    {
        var clock = new JumpingClock();
        Assert.True(await Deadline.MetAsync(Task.CompletedTask, Seconds4, clock, default));
        await Assert.ThrowsAsync<InvalidDataException>(() =>
            Deadline.MetAsync(Task.FromException(new InvalidDataException()), Seconds4, clock, default)
        );
        clock = new();
        Assert.False(await Deadline.MetAsync(new TaskCompletionSource().Task, Seconds4, clock, default));
        Assert.InRange(clock.Waited, Seconds4, Seconds4 + TimeSpan.FromSeconds(1));
    }

    /// <summary>As after SIGSTOP and SIGCONT: the timer is due as soon as it can be looked at.</summary>
    [Fact]
    public async Task A_clock_that_jumps_beyond_the_deadline_leaves_time_for_the_answer()
    {
        var answer = new TaskCompletionSource();
        var clock = new JumpingClock { AtTimer = timer => _ = timer == 2 && answer.TrySetResult() };
        Assert.True(await Deadline.MetAsync(answer.Task, Seconds4, clock, default));
    }

    [Fact]
    public async Task An_answer_that_waits_when_time_is_up_counts()
    {
        var answer = new TaskCompletionSource();
        var clock = new JumpingClock { AtTimer = timer => _ = timer == 5 && answer.TrySetResult() };
        Assert.True(await Deadline.MetAsync(answer.Task, Seconds4, clock, default));
    }

    /// <summary>Every timer is due at once.</summary>
    private sealed class JumpingClock : TimeProvider
    {
        private int _timers;

        /// <summary>Told of each timer, from 1, before it is due.</summary>
        public Action<int> AtTimer { get; init; } = _ => { };

        public TimeSpan Waited { get; private set; }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            AtTimer(++_timers);
            if (dueTime < TimeSpan.FromDays(1) && dueTime > TimeSpan.Zero)
            {
                Waited += dueTime;
                ThreadPool.QueueUserWorkItem(_ => callback(state));
            }
            return new NoTimer();
        }
    }

    private sealed class NoTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() { }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
