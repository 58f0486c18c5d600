using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.WebSockets;

/// <summary>What ClientWebSocket asks for its connections: they have the socket options of the plan.</summary>
internal static class Opener
{
    /// <param name="opened">Told of each socket that is connected.</param>
    public static HttpMessageInvoker Of(ConnectPlan plan, Action<Socket> opened) =>
        new(
            new SocketsHttpHandler
            {
                UseProxy = false,
                ConnectCallback = async (_, cancel) =>
                {
                    var socket = new Socket(plan.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                    try
                    {
                        plan.Options.Apply(socket);
                        await socket.ConnectAsync(plan.Address, cancel);
                        opened(socket);
                        return new NetworkStream(socket, ownsSocket: true);
                    }
                    catch
                    {
                        socket.Dispose();
                        throw;
                    }
                },
            }
        );
}
