using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One of a server's streams.</summary>
internal sealed class ServedStream(Socket socket, StreamEcho echo)
{
    public Socket Socket => socket;
    public StreamEcho Echo => echo;

    /// <summary>False: the connection has ended.</summary>
    public bool IsOpen { get; set; } = true;
}

/// <summary>The streams that one thread of a server waits for and serves. It takes what connects, leaves those that
/// wait alone while there is no room for them, and sends snapshots when they are due.</summary>
internal sealed class ServedStreams(Socket listener, ListenPlan plan, Server server)
{
    public const long WithoutEnd = Ticker.Never;

    private readonly Acceptor _acceptor = new(listener);
    private readonly Ticker _ticker = new();

    public List<ServedStream> All { get; } = [];

    /// <summary>False while there is no room for another one.</summary>
    public bool Accepts => !_acceptor.Rests;

    /// <summary>How long the thread may wait for the network.</summary>
    public long WaitNs => Math.Min(_ticker.WaitNs, Accepts ? WithoutEnd : Constants.ShortagePauseNs);

    /// <summary>One waits to be accepted.</summary>
    public void AcceptOne() => _acceptor.TakeOne(Add);

    private void Add(Socket socket)
    {
        socket.Blocking = false;
        plan.Options.ApplyToAccepted(socket);
        var echo = new StreamEcho(plan.Token, server, socket);
        echo.EnableTicks(_ticker);
        All.Add(new(socket, echo));
    }

    /// <summary>An error is left to who receives next.</summary>
    /// <param name="send">Sends what a stream has that is outgoing.</param>
    public void SendDueTick(Func<ServedStream, bool> send)
    {
        if (_ticker.TakeDue() is not { } due)
            return;
        foreach (var stream in All)
            if (stream.Echo.TakeSnapshot(due))
                send(stream);
    }

    public void RemoveEnded()
    {
        var kept = 0;
        for (var i = 0; i < All.Count; i++)
            if (All[i].IsOpen)
                All[kept++] = All[i];
            else
                Close(All[i]);
        All.RemoveRange(kept, All.Count - kept);
    }

    private static void Close(ServedStream stream)
    {
        stream.Echo.Dispose();
        stream.Socket.Dispose();
    }
}
