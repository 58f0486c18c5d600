using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>
/// The client of load churn: each message has a connection of its own. To send it is to connect, and to send the hello
/// and it by one call; when the answers to both have come, the connection is closed. The calls block, whatever the
/// stack's own client does: it is the server's accepting that is looked at. The lane's own connection stays beside it.
/// </summary>
internal sealed class Churn
{
    private const int CallMs = (int)(Constants.LongestWaitNs / Clock.Millisecond);
    private const int ConnectMs = 1_000;

    private readonly ConnectPlan _plan;
    private readonly Lane _lane;
    private readonly StreamConnection<Sender> _connection;
    private readonly byte[] _request;

    /// <summary>None, and no greeting, of a plain server.</summary>
    private readonly int _helloBytes;
    private readonly int _greetingBytes;
    private readonly byte[] _answer;
    private int _answered;

    /// <summary>Null when it could not be opened in time.</summary>
    private Socket? _fresh;
    private long _began;
    private long _connected;
    private long _firstByte;

    private Churn(Client client)
    {
        _plan = client.Plan;
        byte[] hello = _plan.Token is null ? [] : [(byte)_plan.Hello.Length, 0, 0, 0, .. _plan.Hello];
        _helloBytes = hello.Length;
        _request = [.. hello, .. new byte[_plan.MessageBytes]];
        _greetingBytes = hello.Length > 0 ? 2 * sizeof(int) : 0;
        _answer = new byte[_greetingBytes + _plan.MessageBytes];
        _lane = client.NewLane();
        _connection = _lane.AddStream(new Sender(this));
        _lane.OnMeasure(Measure);
    }

    public static EffectiveOptions Connect(Client client)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var stays = client.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(stays);
            _ = new Churn(client);
        }
        return options!;
    }

    private void Measure()
    {
        var counts = _lane.Counts;
        while (_lane.IsRunning)
        {
            var received = Receive(out var error);
            var (connectNs, firstByteNs) = (_connected - _began, _firstByte - _began);
            var before = counts.Received;
            _connection.Received(received, error);
            if (counts.Received > before)
                counts.CountChurned(connectNs, firstByteNs);
            _lane.EndPass();
        }
        Close();
    }

    private void Close()
    {
        _fresh?.Dispose();
        _fresh = null;
    }

    /// <summary>What can't be sent in time is lost, and the lane finds that out.</summary>
    private SocketError Send(ReadOnlySpan<byte> message)
    {
        message.CopyTo(_request.AsSpan(_helloBytes));
        _answered = 0;
        Close();
        _began = Clock.Now();
        var socket = new Socket(_plan.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _plan.Options.Apply(socket);
            // The kernel's connect heeds it.
            socket.SendTimeout = ConnectMs;
            socket.ReceiveTimeout = CallMs;
            socket.Connect(_plan.Address);
            _connected = Clock.Now();
            socket.Send(_request);
            _fresh = socket;
            return SocketError.Success;
        }
        catch (SocketException e)
        {
            socket.Dispose();
            if (Sockets.IsNothingYet(e.SocketErrorCode) || e.SocketErrorCode == SocketError.InProgress)
                return SocketError.Success;
            if (e.SocketErrorCode != SocketError.AddressNotAvailable)
                return e.SocketErrorCode;
            _connection.End(
                "connect: no local port is free, as those of ended connections rest (TIME_WAIT); widen "
                    + "net.ipv4.ip_local_port_range, or set net.ipv4.tcp_tw_reuse=1"
            );
            return SocketError.WouldBlock;
        }
    }

    /// <returns>The bytes of the whole answer, once it is there.</returns>
    private int Receive(out SocketError error)
    {
        error = SocketError.WouldBlock;
        if (_fresh is null)
        {
            // Until the message is found lost.
            Thread.Sleep(1);
            return 0;
        }
        while (_answered < _answer.Length)
        {
            var bytes = _fresh.Receive(_answer.AsSpan(_answered), SocketFlags.None, out error);
            if (error != SocketError.Success || bytes == 0)
                return 0;
            if (_answered == 0)
                _firstByte = Clock.Now();
            _answered += bytes;
        }
        Close();
        if (_greetingBytes > 0 && !_answer.AsSpan(sizeof(int), sizeof(int)).SequenceEqual(Token.Answer))
            throw new WorkerException("the hello was answered with something else");
        _answer.AsSpan(_greetingBytes).CopyTo(_connection.ReceiveSpan);
        return _plan.MessageBytes;
    }

    private readonly struct Sender(Churn churn) : ISender
    {
        public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
        {
            var error = churn.Send(bytes);
            sentBytes = error == SocketError.Success ? bytes.Length : 0;
            return error;
        }

        public void Flush()
        {
            // It was sent.
        }
    }
}
