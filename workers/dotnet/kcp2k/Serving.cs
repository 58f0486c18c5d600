using System.Net.Sockets;
using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>One thread receives a batch. Unreliable messages leave at once; reliable ones are delivered, and their
/// echoes flushed, after the batch.</summary>
internal sealed class Serving
{
    private readonly ListenPlan _plan;
    private readonly Server _server;
    private readonly BoundServer _library;
    private readonly Dictionary<int, MessageEcho> _echoes = [];
    private readonly Order _endAll;
    private readonly MessageTicks _ticks;

    /// <summary>Connections that have not said the run's hello, the oldest first.</summary>
    private readonly List<int> _newcomers = [];

    /// <summary>Connections that have something to flush.</summary>
    private readonly List<KcpPeer> _waiting = [];
    private readonly byte[] _outgoing = new byte[Constants.MaxBodyBytes];

    public Serving(ListenPlan plan, Server server)
    {
        (_plan, _server) = (plan, server);
        _endAll = server.OrderToEndAll();
        _ticks = new MessageTicks(plan.Token, server);
        var config = Config.Make(plan.Address.AddressFamily, Constants.DefaultDatagramReceiveBufferBytes, plan.Options);
        _library = new BoundServer(
            Connected,
            Answer,
            Disconnected,
            Complain,
            config,
            plan.Address,
            server.CountRejected
        );
    }

    public Listening Start()
    {
        _library.Start((ushort)_plan.Address.Port);
        var listening = Sockets.Describe(_library.Socket);
        new Thread(Serve) { IsBackground = true, Name = "serve" }.Start();
        return listening;
    }

    private void Serve()
    {
        while (true)
        {
            _ticks.Await(_library.Socket, _plan.Library.TickMs);
            _library.Tick();
            _ticks.SendDue();
            foreach (var connection in _waiting)
                Config.Flush(connection);
            _waiting.Clear();
            if (_endAll.IsGiven)
                EndAll();
        }
    }

    /// <summary>The library calls back for each, and removes them in its next tick.</summary>
    private void EndAll()
    {
        foreach (var connection in _library.connections.Values)
            Release.PeerOf(connection).Disconnect();
        _endAll.Done();
    }

    private void Connected(int id)
    {
        var peer = PeerOf(id);
        _echoes.Add(id, _ticks.NewEcho((snapshot, isReliable) => Send(peer, snapshot, Config.ChannelOf(isReliable))));
        _waiting.Add(peer);
        _newcomers.RemoveAll(newcomer => !_echoes.TryGetValue(newcomer, out var echo) || echo.IsGreeted);
        if (_newcomers.Count >= BoundServer.MostNewcomers)
        {
            _server.CountRejected();
            PeerOf(_newcomers[0]).Disconnect();
        }
        _newcomers.Add(id);
    }

    private KcpPeer PeerOf(int id) => Release.PeerOf(_library.connections[id]);

    private void Disconnected(int id)
    {
        if (_echoes.Remove(id, out var echo))
            echo.Dispose();
    }

    /// <summary>Strangers' datagrams are no news.</summary>
    private void Complain(int id, ErrorCode error, string reason)
    {
        if (_echoes.ContainsKey(id))
            Console.Error.WriteLine($"{error}: {reason}");
    }

    private void Answer(int id, ArraySegment<byte> message, KcpChannel channel)
    {
        // What came together with a message that ended the connection is delivered all the same.
        if (!_echoes.TryGetValue(id, out var echo))
            return;
        var connection = PeerOf(id);
        var answer = echo.Answer(message, channel == KcpChannel.Reliable);
        if (echo.IsRejected)
        {
            connection.Disconnect();
            return;
        }
        Send(connection, answer, channel);
    }

    private void Send(KcpPeer connection, ReadOnlySpan<byte> message, KcpChannel channel)
    {
        message.CopyTo(_outgoing);
        connection.SendData(new ArraySegment<byte>(_outgoing, 0, message.Length), channel);
        // All reliable messages of a connection come one after the other.
        if (channel == KcpChannel.Reliable && (_waiting.Count == 0 || _waiting[^1] != connection))
            _waiting.Add(connection);
    }
}
