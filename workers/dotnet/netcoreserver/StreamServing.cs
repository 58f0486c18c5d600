using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Callbacks;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>What a server of streams does, be it the library's for TCP or the one for TLS, which share no
/// class.</summary>
internal sealed class StreamServing(ListenPlan plan, Server server)
{
    public const int Backlog = 4096;

    /// <summary>More than any client has in flight. The library receives on while it keeps what a peer does not read,
    /// and refuses to send beyond this.</summary>
    public const int MostUnread = 2 * StackDescription.MemoryBound;

    private readonly Shortage _shortage = new();

    public IPEndPoint Address => plan.Address;

    /// <summary>The library sets it once more on each connection.</summary>
    public bool NoDelay => plan.Options.NoDelay ?? true;

    /// <summary>Null before the library has started.</summary>
    public Socket? Acceptor { get; private set; }

    /// <summary>The library has made the socket that it will listen with.</summary>
    public Socket Created(Socket socket)
    {
        plan.Options.Apply(socket);
        return Acceptor = socket;
    }

    /// <summary>The library goes on accepting when this returns.</summary>
    public void AwaitRoom() => _shortage.AwaitRoom();

    /// <summary>The library tries to accept again at once, and a call deeper on the stack each time.</summary>
    public void Failed(SocketError error)
    {
        _shortage.Pause(Kit.Sockets.Reason(error));
        _shortage.AwaitRoom();
    }

    public StreamPeer Accepted(BytesSender send, Func<bool> disconnect, Func<EndPoint?> address) =>
        new(plan.Token, server, send, disconnect, address);
}
