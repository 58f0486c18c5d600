using System.Collections.Concurrent;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>
/// One connection of a client, a lane of its own. The library calls back on threads of the pool, also while the first
/// messages are still being sent or nothing is measured:
/// the lane belongs to who has the <see cref="Turn"/>, which is kept while the lane is parked.
/// </summary>
internal abstract class Connection
{
    private readonly Handshakes _handshakes;

    /// <summary>Null where no hello is awaited.</summary>
    private readonly Greeting? _greeting;
    private readonly Turn _turn = new(isTaken: true);
    private TaskCompletionSource _measured = new();

    // The notes of those who found the turn taken.
    private readonly ConcurrentQueue<byte[]> _arrived = new();
    private volatile string? _ended;
    private volatile bool _silent;

    /// <param name="send">The library's own.</param>
    protected Connection(Client client, bool isStream, Func<ReadOnlySpan<byte>, bool> send)
    {
        _handshakes = client.Handshakes;
        _greeting = isStream || client.Plan.Token is not null ? _handshakes.Begin(isStream) : null;
        Send = send;
        Lane = client.NewLane();
        Lane.OnMeasure(MeasureAsync, Wake);
    }

    protected Lane Lane { get; }

    /// <summary>What the library refuses to send is lost, like a datagram, and found by its deadline; where its
    /// connection ended, it says so by a callback.</summary>
    protected Func<ReadOnlySpan<byte>, bool> Send { get; }

    protected abstract Flow Flow { get; }

    /// <summary>Sends what is vacant.</summary>
    protected abstract void Fill();

    /// <summary>Hands to the lane what arrived, and sends what that brings about.</summary>
    protected abstract void Exchange(ReadOnlySpan<byte> bytes);

    public void Connected()
    {
        _greeting?.Connected();
        SayHello();
    }

    /// <summary>As long as it is not answered.</summary>
    public void SayHello()
    {
        if (_greeting is { IsAnswered: false })
            Send(_greeting.Hello);
    }

    /// <summary>The library received. One call at a time for a connection; the bytes are the library's again when it
    /// returns.</summary>
    public void Arrived(ReadOnlySpan<byte> bytes)
    {
        if (_greeting is { IsAnswered: false })
        {
            bytes = bytes[_greeting.Arrived(bytes)..];
            if (bytes.IsEmpty)
                return;
        }
        if (_turn.TryTake())
        {
            Work(bytes);
            return;
        }
        _arrived.Enqueue(bytes.ToArray());
        if (_turn.Enter())
            Work([]);
    }

    public void Ended(string reason)
    {
        if (_greeting is { IsAnswered: false })
            _handshakes.Fail(reason);
        _ended = reason;
        if (_turn.Enter())
            Work([]);
    }

    private void Wake()
    {
        _silent = true;
        if (_turn.Enter())
            Work([]);
    }

    private Task MeasureAsync()
    {
        _measured = new TaskCompletionSource();
        Work([]);
        return _measured.Task;
    }

    /// <summary>With the turn taken: does what there is to do and leaves it; when the measurement is over, keeps
    /// it.</summary>
    private void Work(ReadOnlySpan<byte> bytes)
    {
        try
        {
            if (!bytes.IsEmpty)
                Exchange(bytes);
            do
            {
                SeeToNotes();
                if (Lane.NeedsFill)
                {
                    Lane.Filled();
                    Fill();
                }
                if (!Lane.IsRunning)
                {
                    _measured.SetResult();
                    return;
                }
            } while (!_turn.Leave());
        }
        catch (Exception e)
        {
            // In a callback it would end the process, or be swallowed by the library; the session makes an answer of
            // it.
            _measured.SetException(e);
        }
    }

    private void SeeToNotes()
    {
        while (_arrived.TryDequeue(out var bytes))
            Exchange(bytes);
        if (_silent)
        {
            _silent = false;
            Lane.Tick();
        }
        if (_ended is { } reason)
            Flow.End(reason);
    }
}
