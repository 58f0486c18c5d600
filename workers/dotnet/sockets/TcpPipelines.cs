using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>System.IO.Pipelines, as in Kestrel: one flow of control fills a pipe from the socket, another reads from
/// the pipe and answers.</summary>
internal sealed class TcpPipelines : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-pipelines",
            "System.IO.Pipelines between Socket.ReceiveAsync and SendAsync",
            IsStream: true,
            Spins: false,
            "thread pool, two flows of control per connection: one fills a pipe, one empties it",
            StackDescription.BufferBound
        )
        {
            TakesOneWay = true,
            // A pending read can't be left at a given time without a timer for each message.
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        _ = new Acceptor(listener).RunAsync(socket => _ = ServeAsync(socket, plan, server));
        return Kit.Sockets.Describe(listener);
    }

    /// <summary>What fills it empties it at once, without a way through the thread pool.</summary>
    private static PipeReader ReaderOf(Socket socket)
    {
        var pipe = new Pipe(
            new PipeOptions(
                readerScheduler: PipeScheduler.Inline,
                writerScheduler: PipeScheduler.Inline,
                useSynchronizationContext: false
            )
        );
        _ = FillAsync(socket, pipe.Writer);
        return pipe.Reader;
    }

    private static async Task FillAsync(Socket socket, PipeWriter writer)
    {
        try
        {
            while (await socket.ReceiveAsync(writer.GetMemory()) is var received and > 0)
            {
                writer.Advance(received);
                if ((await writer.FlushAsync()).IsCompleted)
                    break;
            }
            await writer.CompleteAsync();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            await writer.CompleteAsync(e);
        }
    }

    private static async Task ServeAsync(Socket socket, ListenPlan plan, Server server)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        plan.Options.ApplyToAccepted(socket);
        var reader = ReaderOf(socket);
        try
        {
            while (true)
            {
                var read = await reader.ReadAsync();
                var received = Take(reader, read.Buffer, echo.ReceiveSpan);
                if (received == 0 || !echo.Arrived(received))
                    break;
                while (echo.HasOutgoing)
                    echo.Sent(await socket.SendAsync(echo.Outgoing));
            }
        }
        catch (SocketException e)
        {
            Console.Error.WriteLine($"connection ended: {e.Message}");
        }
        await reader.CompleteAsync();
    }

    /// <summary>Takes out of the pipe as much as there is room for.</summary>
    private static int Take(PipeReader reader, ReadOnlySequence<byte> all, Span<byte> room)
    {
        var part = all.Slice(0, Math.Min(all.Length, room.Length));
        // After the advance its segments are used again.
        var length = (int)part.Length;
        part.CopyTo(room);
        reader.AdvanceTo(part.End);
        return length;
    }

    public EffectiveOptions Connect(Client client) =>
        AwaitedFlows.Connect(client, (socket, lane) => new Flow(socket, lane));

    /// <summary>The flow of control that empties the pipe of a client's connection.</summary>
    private sealed class Flow(Socket socket, Lane lane) : IFlow
    {
        private readonly AwaitedConnection _connection = lane.AddAwaited();
        private readonly PipeReader _reader = ReaderOf(socket);

        /// <summary>Not on the thread of who wakes it: the flow goes on where it was cancelled.</summary>
        public void Wake() =>
            ThreadPool.UnsafeQueueUserWorkItem(reader => reader.CancelPendingRead(), _reader, preferLocal: false);

        public async Task MeasureAsync()
        {
            while (lane.IsRunning)
            {
                try
                {
                    await ExchangeAsync();
                }
                catch (Exception e) when (e is SocketException or ObjectDisposedException)
                {
                    _connection.End(e.Message);
                }
                lane.EndPass();
            }
        }

        private async Task ExchangeAsync()
        {
            while (lane.IsRunning)
            {
                if (_connection.HasOutgoing)
                    await socket.SendAllAsync(_connection);
                if (!_reader.TryRead(out var read))
                {
                    if (lane.WaitNs == 0 && socket.Available == 0)
                        return;
                    read = await _reader.ReadAsync();
                }
                var received = Take(_reader, read.Buffer, _connection.ReceiveMemory.Span);
                if (received == 0 && !read.IsCompleted)
                    return;
                _connection.Arrived(received);
                if (_connection.HasOutgoing)
                    _connection.Sent(await socket.SendAsync(_connection.Outgoing));
                if (_connection.HasOutgoing)
                    await socket.SendAllAsync(_connection);
                _connection.Settle();
                lane.EndPass();
            }
        }
    }
}
