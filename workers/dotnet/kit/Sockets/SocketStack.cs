using System.Net;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>What all stacks over the operating system's sockets share. Subclasses add their I/O model.</summary>
public abstract class SocketStack : Stack
{
    /// <summary>How many lanes a client with so many connections has.</summary>
    protected abstract int LanesFor(int connections);

    /// <summary>Starts a lane, whose links are in the order of these connected sockets, and returns.</summary>
    protected abstract void Drive(Lane lane, Socket[] sockets);

    protected abstract Socket Dial(ConnectRequest request, long deadline, Histogram connectTimes);

    public sealed override Connected Connect(ConnectRequest request)
    {
        var times = new Histogram();
        Socket[] sockets = DialAll(request, times);
        var session = new ClientSession(request.Load(Description.Transport), sockets.Length, LanesFor(sockets.Length));
        int first = 0;
        foreach (Lane lane in session.Lanes)
        {
            Drive(lane, sockets[first..(first + lane.Links.Length)]);
            first += lane.Links.Length;
        }
        return new Connected(session, times, sockets[0]);
    }

    protected static IPEndPoint Bind(Socket socket, ListenRequest request, SocketOptions options)
    {
        try
        {
            options.Apply(socket);
            socket.Bind(request.EndPoint);
            return (IPEndPoint)socket.LocalEndPoint!;
        }
        catch (SocketException failure)
        {
            throw new WorkerException($"listen {request.EndPoint}: {failure.Message}");
        }
    }

    /// <summary>One after the other, so that no connection's time contains the work for another.</summary>
    private Socket[] DialAll(ConnectRequest request, Histogram times)
    {
        long deadline = Clock.Now() + request.TimeoutNs;
        var sockets = new List<Socket>();
        try
        {
            while (sockets.Count < request.Connections) sockets.Add(Dial(request, deadline, times));
            return [.. sockets];
        }
        catch (Exception failure) when (failure is SocketException or TimeoutException)
        {
            string which = request.Connections == 1 ? "" : $" (connection {sockets.Count + 1} of {request.Connections})";
            throw new WorkerException($"connect {request.EndPoint}: {failure.Message}{which}");
        }
        finally
        {
            if (sockets.Count < request.Connections) sockets.ForEach(socket => socket.Dispose());
        }
    }

    /// <summary>What is left until a deadline, as a socket timeout: at least 1 ms, for 0 means for ever.</summary>
    protected static int MillisecondsUntil(long deadline)
    {
        long left = deadline - Clock.Now();
        if (left <= 0) throw new TimeoutException("timed out");
        return (int)Math.Clamp(left / Clock.Millisecond, 1, int.MaxValue);
    }
}
