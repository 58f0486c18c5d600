using System.Collections.Concurrent;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>A thread that moves packets: it waits until one comes in or the time of one has come. Everything that
/// others ask of it is done by this thread, so that nothing needs a lock. Where packets come from and go to is up to
/// its subclasses.</summary>
internal abstract class Pump : INetworkLink
{
    private const long LongestWaitNs = 1_000_000_000;
    private const long LateNs = 1_000_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly ConcurrentQueue<Action> _orders = new();
    private readonly int _wakeUp = Sys.NewWakeUp();
    private readonly Thread _thread;
    private readonly ManualResetEventSlim _hasBegun = new();
    private PollEntry[] _polled = new PollEntry[8];
    private int _count;
    private int _threadId;
    private long _taken;
    private long _delivered,
        _late,
        _mostLateNs;
    private volatile bool _ends;
    private volatile Exception? _failure;

    protected Pump()
    {
        (Up, Down) = (NewDelayLine(), NewDelayLine());
        Watch(_wakeUp);
        _thread = new(Run) { IsBackground = true, Name = "network" };
    }

    public abstract string? ListenAddress { get; }

    public long Taken => Volatile.Read(ref _taken);

    /// <summary>The packets from clients to the server.</summary>
    protected DelayLine Up { get; }
    protected DelayLine Down { get; }

    public abstract ServerAddress Behind(ServerAddress server);

    public void Shape(Network network, int seed) =>
        Ask(() =>
        {
            Forget();
            var seeds = new Random(seed);
            var nowNs = Clock.NowNs;
            Up.Shape(network, seeds.Next(), nowNs);
            Down.Shape(network, seeds.Next(), nowNs);
            return true;
        });

    public NetworkUse Use() =>
        Ask(() =>
        {
            var use = (UseOf(Up) + UseOf(Down)) with
            {
                Delivered = _delivered,
                LatePackets = _late,
                MostLateNs = _mostLateNs,
                CpuNs = ThreadTimes.OfOne(Environment.ProcessId, _threadId)?.CpuNs ?? 0,
            };
            // The longest since it was asked last.
            _mostLateNs = 0;
            return use;
        });

    /// <summary>Receives what is ready at this place of the watched descriptors; it must not wait.</summary>
    protected abstract void Receive(int index, long nowNs);

    /// <summary>The time at which <see cref="Wake"/> is to be called, in ns, whatever comes in.</summary>
    protected virtual long WakeNs => long.MaxValue;

    protected virtual void Wake(long nowNs) { }

    protected abstract void Send(bool isUp, int flow, ReadOnlySpan<byte> packet);

    /// <summary>Ends the connections of clients that have left.</summary>
    protected abstract void Forget();

    protected abstract void Close();

    protected void Begin()
    {
        _thread.Start();
        _hasBegun.Wait(Patience);
    }

    /// <returns>The descriptor's place.</returns>
    protected int Watch(int fd)
    {
        if (_count == _polled.Length)
            Array.Resize(ref _polled, 2 * _count);
        _polled[_count] = new() { Fd = fd, Events = PollEntry.Readable };
        return _count++;
    }

    /// <summary>Stops to watch a place, even for its end: poll(2) passes over a negative descriptor.</summary>
    protected void Unwatch(int place) => _polled[place].Fd = -1;

    /// <summary>Watches another descriptor at a place that is not in use any more.</summary>
    protected void WatchAt(int place, int fd) => _polled[place] = new() { Fd = fd, Events = PollEntry.Readable };

    protected void WatchFor(int place, short events) => _polled[place].Events = events;

    protected short Returned(int place) => _polled[place].Returned;

    /// <summary>Stops to watch all places from this one on.</summary>
    protected void UnwatchFrom(int place) => _count = Math.Min(_count, place);

    /// <exception cref="PingmarkException">The thread has failed, or hangs.</exception>
    protected T Ask<T>(Func<T> what)
    {
        using var done = new ManualResetEventSlim();
        var result = default(T);
        Exception? failure = null;
        _orders.Enqueue(() =>
        {
            try
            {
                result = what();
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                failure = e;
            }
            done.Set();
        });
        Sys.WakeUp(_wakeUp);
        if (!done.Wait(Patience) || failure is not null)
            throw new PingmarkException(
                $"the impaired network does not work: {(failure ?? _failure)?.Message ?? "its thread hangs"}",
                ExitCode.CellFailed,
                failure ?? _failure
            );
        return result!;
    }

    private static DelayLine NewDelayLine() => new(new(), 0, Clock.NowNs);

    private static NetworkUse UseOf(DelayLine line) =>
        new()
        {
            Packets = line.Packets,
            Bytes = line.Bytes,
            Lost = line.Lost,
            Duplicated = line.Duplicated,
            Reordered = line.Reordered,
            Overflowed = line.Overflowed,
        };

    private void Run()
    {
        try
        {
            _threadId = Sys.BePunctual();
            _hasBegun.Set();
            while (!_ends)
                Turn();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _failure = e;
        }
        Close();
        Sys.Close(_wakeUp);
    }

    private void Turn()
    {
        var nextNs = Math.Min(Math.Min(Up.NextNs, Down.NextNs), WakeNs);
        var waitNs = nextNs == long.MaxValue ? LongestWaitNs : Math.Clamp(nextNs - Clock.NowNs, 0, LongestWaitNs);
        Sys.Wait(_polled, _count, waitNs);
        var nowNs = Clock.NowNs;
        for (var i = _count - 1; i > 0; i--)
            if (_polled[i].Returned != 0)
                Receive(i, nowNs);
        Volatile.Write(ref _taken, Up.Packets + Down.Packets);
        DispatchDue();
        if (WakeNs <= nowNs)
            Wake(nowNs);
        if (_polled[0].Returned == 0)
            return;
        Sys.ClearWakeUp(_wakeUp);
        while (_orders.TryDequeue(out var order))
            order();
    }

    private void DispatchDue()
    {
        var nowNs = Clock.NowNs;
        while (Up.TryTake(nowNs, out var flow, out var packet, out var dueNs))
            Deliver(true, flow, packet, nowNs - dueNs);
        while (Down.TryTake(nowNs, out var flow, out var packet, out var dueNs))
            Deliver(false, flow, packet, nowNs - dueNs);
    }

    private void Deliver(bool isUp, int flow, ReadOnlySpan<byte> packet, long lateNs)
    {
        Send(isUp, flow, packet);
        _delivered++;
        if (lateNs > LateNs)
            _late++;
        _mostLateNs = Math.Max(_mostLateNs, lateNs);
    }

    public void Dispose()
    {
        if (_ends)
            return;
        _ends = true;
        Sys.WakeUp(_wakeUp);
        _thread.Join(Patience);
        _hasBegun.Dispose();
    }
}
