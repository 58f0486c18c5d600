using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Callbacks;

/// <summary>Sends bytes by a library; false when it refuses them.</summary>
internal delegate bool BytesSender(ReadOnlySpan<byte> bytes);

/// <summary>Takes bytes that arrived.</summary>
internal delegate void BytesReceiver(ReadOnlySpan<byte> bytes);

/// <summary>
/// One connection of a client whose library has threads of its own, a lane of its own. The library calls back on
/// threads of the pool, also while the first messages are still being sent or nothing is measured: the lane belongs to
/// who has the <see cref="Turn"/>, which is kept while the lane is parked.
/// </summary>
internal sealed class CallbackConnection
{
    private readonly Handshakes _handshakes;
    private readonly Sender _sender;
    private readonly Lane _lane;
    private readonly Connection _connection;

    /// <summary>Hands over what arrived.</summary>
    private readonly BytesReceiver _received;

    /// <summary>Null where no hello is awaited.</summary>
    private readonly Greeting? _greeting;
    private readonly Turn _turn = new(isTaken: true);
    private TaskCompletionSource _measured = new();

    // The notes of those who found the turn taken.
    private readonly ConcurrentQueue<byte[]> _arrived = new();
    private volatile string? _ended;

    /// <param name="connects">The library tells when a connection is up; streams always do.</param>
    public CallbackConnection(Client client, bool isStream, BytesSender send, bool connects = false)
    {
        _handshakes = client.Handshakes;
        _sender = new Sender(send);
        _greeting = isStream || connects || client.Plan.Token is not null ? _handshakes.Begin(isStream) : null;
        _lane = client.NewLane();
        if (isStream)
        {
            var stream = _lane.AddStream(_sender);
            (_connection, _received) = (stream, stream.Received);
        }
        else
        {
            var datagrams = _lane.AddMessages(_sender);
            (_connection, _received) = (datagrams, datagrams.Received);
        }
        _lane.OnMeasure(MeasureAsync, Wake);
    }

    /// <summary>What the library refuses to send is lost, like a datagram, and found by its deadline; where its
    /// connection ended, it says so by a callback.</summary>
    /// <param name="send">The library's own: it copies, and sends on its own what the kernel does not take at once, so
    /// that nothing waits here.</param>
    private readonly struct Sender(BytesSender send) : ISender
    {
        public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
        {
            sentBytes = bytes.Length;
            send(bytes);
            return SocketError.Success;
        }

        public void Flush()
        {
            // The library queues nothing that it could send.
        }
    }

    public void Connected()
    {
        _greeting?.Connected();
        SayHello();
    }

    /// <summary>As long as it is not answered.</summary>
    public void SayHello()
    {
        if (_greeting is { IsAnswered: false })
            _sender.Send(_greeting.Hello, out _);
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
        Wake();
    }

    public void Ended(string reason)
    {
        if (_greeting is { IsAnswered: false })
            _handshakes.Fail(reason);
        _ended = reason;
        Wake();
    }

    private void Wake()
    {
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
                _received(bytes);
            do
            {
                SeeToNotes();
                _lane.EndPass();
                if (!_lane.IsRunning)
                {
                    _measured.SetResult();
                    return;
                }
            } while (!_turn.Leave());
        }
        catch (Exception e)
        {
            // In a callback it would end the process, or be swallowed by the library; the client makes an answer of
            // it.
            _measured.SetException(e);
        }
    }

    private void SeeToNotes()
    {
        while (_arrived.TryDequeue(out var bytes))
            _received(bytes);
        if (_ended is { } reason)
            _connection.End(reason);
    }
}
