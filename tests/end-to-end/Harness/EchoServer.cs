using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A third party's echo server: it knows nothing of hellos, messages or lengths.</summary>
internal static class EchoServer
{
    public static SocketServer Tcp(IPAddress address) => new(address, isStream: true, EchoBytes);

    public static SocketServer Udp(IPAddress address) => new(address, isStream: false, EchoDatagrams);

    private static void EchoBytes(Socket connection)
    {
        var buffer = new byte[65536];
        while (connection.Receive(buffer) is > 0 and var count)
            connection.Send(buffer.AsSpan(0, count));
    }

    private static void EchoDatagrams(Socket socket)
    {
        var buffer = new byte[65536];
        var sender = socket.LocalEndPoint!;
        while (true)
        {
            var count = socket.ReceiveFrom(buffer, ref sender);
            socket.SendTo(buffer.AsSpan(0, count), sender);
        }
    }
}
