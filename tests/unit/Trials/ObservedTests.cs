using Pingmark.Model;
using Pingmark.Observing;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Trials that are watched while their continuous windows are measured.</summary>
public class ObservedTests
{
    [Fact]
    public async Task A_trial_keeps_what_was_seen()
    {
        var observer = new FakeObserver();
        var machine = FakeMachine.With("a", "b");
        machine.Observers = new([observer]);
        var records = await machine.BlockAsync();
        Assert.All(
            records,
            record =>
            {
                var events = record.Events!;
                Assert.Contains("the moon", events.NotObserved);
                Assert.Equal(7, events.ObserverCpuNs);
                Assert.True(events.WatchedNs >= record.Unbroken!.DurationNs);
            }
        );
        // Each window is watched, and each watch ends once.
        Assert.All(
            observer.Watches,
            watch => Assert.Equal((watch.Resumed, 1, 1), (watch.Paused, watch.Ended, watch.Disposed))
        );
        Assert.All(observer.Watches, watch => Assert.True(watch.Resumed > 0));
        Assert.Equal(2, observer.Watches.Count);
    }

    [Fact]
    public async Task A_watch_of_a_cell_that_fails_ends_with_it()
    {
        var observer = new FakeObserver();
        var machine = FakeMachine.With("a", "b");
        machine.Observers = new([observer]);
        machine["b"].ClientFails("run", "broke");
        await machine.BlockAsync();
        Assert.All(observer.Watches, watch => Assert.Equal(1, watch.Disposed));
    }

    [Fact]
    public async Task Without_observers_nothing_is_kept() =>
        Assert.All(await FakeMachine.With("a", "b").BlockAsync(), record => Assert.Null(record.Events));

    private sealed class FakeObserver : IObserver
    {
        public List<FakeWatch> Watches { get; } = [];

        public Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel)
        {
            var watch = new FakeWatch();
            lock (Watches)
                Watches.Add(watch);
            return Task.FromResult<IWatch>(watch);
        }
    }

    private sealed class FakeWatch : IWatch
    {
        public int Resumed { get; private set; }
        public int Paused { get; private set; }
        public int Ended { get; private set; }
        public int Disposed { get; private set; }

        public void Resume() => Resumed++;

        public void Pause() => Paused++;

        public Task<Seen> EndAsync(CancellationToken cancel)
        {
            Ended++;
            return Task.FromResult(new Seen([], ["the moon"], CpuNs: 7));
        }

        public ValueTask DisposeAsync()
        {
            Disposed++;
            return ValueTask.CompletedTask;
        }
    }
}
