using System.Collections.Concurrent;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>A thread that moves packets: it waits until one comes in or is due. It also does what others ask of it, so
/// that nothing needs a lock. Its subclasses receive and send packets.</summary>
internal abstract class Pump : INetworkLink
{
    private const long LongestWaitNs = 1_000_000_000;
    private const long LateNs = 1_000_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly ConcurrentQueue<Action> _orders = new();
    private readonly int _wakeUp = Libc.NewWakeUp();
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
        (Up, Down) = (new(new(), 0, Clock.NowNs), new(new(), 0, Clock.NowNs));
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
            var use = (Up.Use + Down.Use) with
            {
                Delivered = _delivered,
                LatePackets = _late,
                MostLateNs = _mostLateNs,
                CpuNs = ThreadTimes.ReadOne(Environment.ProcessId, _threadId)?.CpuNs ?? 0,
            };
            // The longest since the last call.
            _mostLateNs = 0;
            return use;
        });

    /// <summary>Receives what is ready at a place of the watched descriptors, without waiting.</summary>
    protected abstract void Receive(int index, long nowNs);

    /// <summary>When <see cref="Wake"/> is to be called, in ns.</summary>
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
        WatchAt(_count, fd);
        return _count++;
    }

    /// <summary>Stops watching a place, even for its end: poll(2) skips a negative descriptor.</summary>
    protected void Unwatch(int place) => _polled[place].Fd = -1;

    protected void WatchAt(int place, int fd) => _polled[place] = new() { Fd = fd, Events = PollEntry.Readable };

    protected void WatchFor(int place, short events) => _polled[place].Events = events;

    protected short Returned(int place) => _polled[place].Returned;

    /// <summary>Stops watching all places from this one on.</summary>
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
        Libc.WakeUp(_wakeUp);
        if (!done.Wait(Patience) || failure is not null)
            throw new PingmarkException(
                $"the impaired network does not work: {(failure ?? _failure)?.Message ?? "its thread hangs"}",
                ExitCode.CellFailed,
                failure ?? _failure
            );
        return result!;
    }

    private void Run()
    {
        try
        {
            _threadId = Libc.BePunctual();
            _hasBegun.Set();
            while (!_ends)
                Turn();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _failure = e;
        }
        Close();
        Libc.Close(_wakeUp);
    }

    private void Turn()
    {
        var nextNs = Math.Min(Math.Min(Up.NextNs, Down.NextNs), WakeNs);
        var waitNs = nextNs == long.MaxValue ? LongestWaitNs : Math.Clamp(nextNs - Clock.NowNs, 0, LongestWaitNs);
        Libc.Wait(_polled, _count, waitNs);
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
        Libc.ClearWakeUp(_wakeUp);
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
        Libc.WakeUp(_wakeUp);
        _thread.Join(Patience);
        _hasBegun.Dispose();
    }
}
