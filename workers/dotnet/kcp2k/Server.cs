using System.Net.Sockets;
using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>One thread receives a batch. Unreliable messages leave at once; reliable ones are delivered, and their echoes flushed, after the batch.</summary>
internal sealed class Server
{
    private readonly ListenPlan _plan;
    private readonly ServerCounts _counts;
    private readonly BoundServer _server;
    private readonly Dictionary<int, MessageEcho> _echoes = [];
    /// <summary>Connections that have something to flush.</summary>
    private readonly List<KcpServerConnection> _waiting = [];
    private readonly byte[] _answer = new byte[StreamFlow.MaxBody];

    public Server(ListenPlan plan, ServerCounts counts)
    {
        (_plan, _counts) = (plan, counts);
        var config = Config.Make(plan.Address.AddressFamily, SocketOptions.DatagramServerReceiveBytes, plan.Options);
        _server = new BoundServer(Connected, Answer, Disconnected, (_, error, reason) => Console.Error.WriteLine($"{error}: {reason}"), config, plan.Address);
    }

    public Listening Start()
    {
        _server.Start((ushort)_plan.Address.Port);
        var listening = Sockets.Describe(_server.Socket);
        new Thread(Serve) { IsBackground = true, Name = "serve" }.Start();
        return listening;
    }

    private void Serve()
    {
        while (true)
        {
            _server.Socket.Poll(_plan.Library.TickMs * 1000, SelectMode.SelectRead);
            _server.Tick();
            foreach (var connection in _waiting)
                Config.Flush(connection);
            _waiting.Clear();
        }
    }

    private void Connected(int id)
    {
        _echoes.Add(id, new MessageEcho(_plan.Token, _counts));
        _waiting.Add(_server.connections[id]);
    }

    private void Disconnected(int id)
    {
        if (_echoes.Remove(id, out var echo))
            echo.Dispose();
    }

    private void Answer(int id, ArraySegment<byte> message, KcpChannel channel)
    {
        var echo = _echoes[id];
        var connection = _server.connections[id];
        var answer = echo.Answer(message);
        if (!answer.IsEmpty)
        {
            answer.CopyTo(_answer);
            connection.SendData(new ArraySegment<byte>(_answer, 0, answer.Length), channel);
        }
        else if (echo.IsRejected)
        {
            connection.Disconnect();
        }
        // All messages of a connection come one after the other.
        if (channel == KcpChannel.Reliable && (_waiting.Count == 0 || _waiting[^1] != connection))
            _waiting.Add(connection);
    }
}
