using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>What clients of streams do, be they the library's for TCP or those for TLS, which share no class.</summary>
internal static class StreamClients
{
    /// <summary>The library cancels, refuses and closes by the same callback, and hides why.</summary>
    public const string EndReason = "refused, or closed by the peer";

    /// <param name="make">Makes one of the library's clients.</param>
    /// <param name="connect">Begins to connect it.</param>
    /// <param name="socketOf">Its socket, once it is connected.</param>
    public static EffectiveOptions Connect<T>(
        Client client,
        Func<T> make,
        Func<T, bool> connect,
        Func<T, Socket> socketOf
    )
        where T : IDisposable
    {
        var clients = new T[client.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = client.Handshakes.Owns(make());
            connect(clients[i]);
        }
        client.Handshakes.Await();
        return SocketOptions.ReadBack(socketOf(clients[0]));
    }

    public static Socket Optioned(Socket socket, SocketOptions options)
    {
        options.Apply(socket);
        return socket;
    }

    /// <summary>The library sets it once more when it is connected.</summary>
    public static bool NoDelay(SocketOptions options) => options.NoDelay ?? true;
}
