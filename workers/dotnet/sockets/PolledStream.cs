using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One of the streams of a server that polls them.</summary>
internal class PolledStream<TLink>(Socket socket, TLink link, StreamEcho echo) : IDisposable
    where TLink : ILink
{
    protected TLink Link => link;
    protected StreamEcho Echo => echo;

    /// <returns>False: the connection has ended.</returns>
    public virtual bool Serve()
    {
        if (!echo.HasOutgoing)
        {
            var received = link.Receive(echo.ReceiveSpan, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            if (received == 0 || !echo.Arrived(received))
                return false;
        }
        if (!echo.HasOutgoing)
        {
            echo.Sent(0);
            return true;
        }
        var outcome = link.Send(echo.OutgoingSpan, out var sent);
        if (outcome != SocketError.Success)
            return Kit.Sockets.IsNothingYet(outcome);
        echo.Sent(sent);
        return true;
    }

    public void Dispose()
    {
        echo.Dispose();
        socket.Dispose();
        (link as IDisposable)?.Dispose();
    }
}

/// <summary>One whose ends share memory: whole messages go back without a buffer between. The hello, and what does not
/// lie there whole and in one piece, is echoed as on any stream.</summary>
internal sealed class PolledStreamInPlace<TLink>(Socket socket, TLink link, StreamEcho echo)
    : PolledStream<TLink>(socket, link, echo)
    where TLink : IInPlace
{
    public override bool Serve() => !Echo.HasOutgoing && Link.IsQuiet() || Pass() || base.Serve();

    /// <returns>False: there is nothing that can go this way.</returns>
    private bool Pass()
    {
        var arrived = Link.Arrived;
        var place = Link.Place(0);
        var bytes = Echo.CountEchoableBytes(arrived[..Math.Min(arrived.Length, place.Length)]);
        if (bytes == 0)
            return false;
        arrived[..bytes].CopyTo(place);
        Link.Sent(bytes);
        Link.Take(bytes);
        return true;
    }
}
