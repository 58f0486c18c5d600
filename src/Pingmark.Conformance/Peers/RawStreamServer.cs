using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

internal sealed class RawStreamServer : RawServer
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentBag<Socket> _connections = [];

    private readonly RawWire _wire;

    public RawStreamServer(Behaviour behaviour, RawWire wire)
        : base(behaviour)
    {
        _wire = wire;
        if (behaviour.ReceiveBufferBytes > 0)
            _listener.ReceiveBufferSize = behaviour.ReceiveBufferBytes;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(256);
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        _ = AcceptAsync();
    }

    public override IPEndPoint EndPoint { get; }

    /// <summary>TCP segments with data that its connections have received. Each comes from one send call of the client:
    /// small messages that are not delayed travel alone.</summary>
    public long DataSegments => _connections.Sum(DataSegmentsOf);

    private static long DataSegmentsOf(Socket connection)
    {
        const int tcp = 6,
            info = 11,
            dataSegmentsIn = 152; // in struct tcp_info, since Linux 4.6
        var bytes = new byte[dataSegmentsIn + sizeof(uint)];
        connection.GetRawSocketOption(tcp, info, bytes);
        return BitConverter.ToUInt32(bytes, dataSegmentsIn);
    }

    public override void Die()
    {
        _listener.Dispose();
        foreach (var connection in _connections)
            connection.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptAsync(Closing.Token);
                socket.NoDelay = true;
                _connections.Add(socket);
                _ = ServeAsync(socket);
            }
        }
        catch (Exception e) when (IsEnd(e))
        {
            return;
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        try
        {
            var bytes = new NetworkStream(socket, ownsSocket: true);
            using Stream stream = _wire == RawWire.Bodies ? BodyStream.OfServer(bytes) : bytes;
            if (Behaviour.Plain)
                await EchoBytesAsync(stream);
            else if (await GreetAsync(stream))
                await EchoAsync(stream, socket);
        }
        catch (CaseFailure e)
        {
            Report(e.Message);
        }
        catch (Exception e) when (IsEnd(e))
        {
            return;
        }
    }

    private async Task<bool> GreetAsync(Stream stream)
    {
        if (await Frames.ReadAsync(stream, Closing.Token) is not { } hello)
            return false;
        Greeted(hello);
        if (Behaviour.AnswersHello)
            await stream.WriteAsync(Frames.Frame(Behaviour.HelloAnswer), Closing.Token);
        else
            await Task.Delay(Timeout.Infinite, Closing.Token);
        return true;
    }

    private async Task EchoAsync(Stream stream, Socket socket)
    {
        var connection = NewConnection();
        if (Behaviour.NeverReads)
            await Task.Delay(Timeout.Infinite, Closing.Token);
        var kept = new List<byte>();
        var count = 0;
        while (await NextAsync(stream, socket) is { } body)
        {
            foreach (var answer in await AnswersAsync(body, connection))
                kept.AddRange(Frames.Frame(answer));
            if (++count % Behaviour.Together != 0)
                continue;
            await Frames.WriteAsync(stream, kept.ToArray(), Behaviour.PieceBytes, Closing.Token);
            kept.Clear();
        }
    }

    private async Task<byte[]?> NextAsync(Stream stream, Socket socket)
    {
        if (Behaviour.PauseInside(Messages + 1) is var pause && pause > TimeSpan.Zero)
        {
            await socket.ReceiveAsync(new byte[1], SocketFlags.Peek, Closing.Token);
            await Task.Delay(pause, Closing.Token);
        }
        return await Frames.ReadAsync(stream, Closing.Token);
    }

    private async Task EchoBytesAsync(Stream stream)
    {
        var buffer = new byte[1 << 16];
        while (await stream.ReadAsync(buffer, Closing.Token) is var bytes and > 0)
            foreach (var answer in await AnswersAsync(buffer[..bytes], null))
                await stream.WriteAsync(answer, Closing.Token);
    }

    /// <summary>Whether an error is the end of a connection, closed by the client or by the case, as every connection
    /// ends.</summary>
    private static bool IsEnd(Exception e) =>
        e is OperationCanceledException or SocketException or IOException or ObjectDisposedException;
}
