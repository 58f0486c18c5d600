using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>The server's end of a stream whose client's end has the same thread: what was sent is received here, and
/// sent back, before the client receives. Should it never come, the watchdog ends the measurement.</summary>
public abstract class OtherEnd : IDisposable
{
    private long _owed;

    /// <exception cref="WorkerException">The connection has ended.</exception>
    internal void Echo(int sent)
    {
        _owed += sent;
        while (_owed > 0 || HasUnsent)
            _owed -= Serve();
    }

    private protected static WorkerException Ended => new("the server's end has ended");

    protected abstract bool HasUnsent { get; }

    /// <summary>Sends what is unsent, or receives once as the stack's server does, and sends back what is
    /// whole.</summary>
    /// <returns>How many bytes it received.</returns>
    /// <exception cref="WorkerException">The connection has ended.</exception>
    protected abstract int Serve();

    public abstract void Dispose();
}

/// <summary>Takes the next connection of a server that has no threads of its own.</summary>
/// <param name="listener">Blocking.</param>
/// <param name="open">Of an accepted socket.</param>
public sealed class Meeting<TLink>(Socket listener, ListenPlan plan, Server server, Func<Socket, TLink> open) : IMeeting
    where TLink : ILink
{
    private const int PatienceMicroseconds = (int)(Constants.DefaultConnectTimeoutNs / 1_000);

    public OtherEnd Meet()
    {
        if (!listener.Poll(PatienceMicroseconds, SelectMode.SelectRead))
            throw new WorkerException("no client came to be served by its own thread");
        var socket = listener.Accept();
        plan.Options.ApplyToAccepted(socket);
        return new StreamEnd<TLink>(socket, open(socket), new StreamEcho(plan.Token, server, socket));
    }
}

public interface IMeeting
{
    /// <summary>Gives up after a while.</summary>
    OtherEnd Meet();
}

internal sealed class StreamEnd<TLink>(Socket socket, TLink link, StreamEcho echo) : OtherEnd
    where TLink : ILink
{
    protected override bool HasUnsent => echo.HasOutgoing;

    protected override int Serve()
    {
        var received = echo.HasOutgoing ? 0 : Receive();
        while (echo.HasOutgoing)
        {
            var error = link.Send(echo.OutgoingSpan, out var taken);
            if (error == SocketError.Success)
                echo.Sent(taken);
            else if (Sockets.IsNothingYet(error))
                break;
            else
                throw Ended;
        }
        link.Flush();
        return received;
    }

    private int Receive()
    {
        var received = link.Receive(echo.ReceiveSpan, out var error);
        if (error != SocketError.Success)
            return Sockets.IsNothingYet(error) ? 0 : throw Ended;
        if (received == 0 || !echo.Arrived(received))
            throw Ended;
        if (!echo.HasOutgoing)
            echo.Sent(0);
        return received;
    }

    public override void Dispose()
    {
        echo.Dispose();
        socket.Dispose();
        (link as IDisposable)?.Dispose();
    }
}
