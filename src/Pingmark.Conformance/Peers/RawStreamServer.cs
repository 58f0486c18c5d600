using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

internal sealed class RawStreamServer : RawServer
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentBag<Socket> _connections = [];
    private readonly Carrier _carrier;

    public RawStreamServer(Behaviour behaviour, Carrier carrier)
        : base(behaviour)
    {
        _carrier = carrier;
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
    public long DataSegments => _connections.Sum(ReadDataSegments);

    private static long ReadDataSegments(Socket connection)
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
            using var frames = new Frames(new NetworkStream(socket, ownsSocket: true), _carrier);
            if (Behaviour.IsPlain)
                await EchoBytesAsync(frames);
            else if (await frames.ReadAsync(Closing.Token) is { } hello)
            {
                if (!CountHello(hello))
                    await Task.Delay(Timeout.Infinite, Closing.Token);
                await frames.WriteAsync(Frames.Create(Behaviour.HelloAnswer), int.MaxValue, Closing.Token);
                await EchoAsync(frames, socket);
            }
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

    private async Task EchoAsync(Frames frames, Socket socket)
    {
        var connection = NewConnection();
        while (await NextAsync(frames, socket) is { } body)
        {
            byte[] answers = [.. (await AnswerAsync(body, connection)).SelectMany(one => Frames.Create(one))];
            await frames.WriteAsync(answers, Behaviour.PieceBytes, Closing.Token);
        }
    }

    private async Task<byte[]?> NextAsync(Frames frames, Socket socket)
    {
        if (Behaviour.PauseInside(Messages + 1) is var pause && pause != TimeSpan.Zero)
        {
            await socket.ReceiveAsync(new byte[1], SocketFlags.Peek, Closing.Token);
            await Task.Delay(pause, Closing.Token);
        }
        return await frames.ReadAsync(Closing.Token);
    }

    private async Task EchoBytesAsync(Frames frames)
    {
        var buffer = new byte[1 << 16];
        while (await frames.ReadSomeAsync(buffer, Closing.Token) is var bytes and > 0)
            foreach (var answer in await AnswerAsync(buffer[..bytes], null))
                await frames.WriteAsync(answer, int.MaxValue, Closing.Token);
    }
}
