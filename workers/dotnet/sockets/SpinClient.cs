using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The client of the stacks that spin: one thread asks all connected sockets in turn.</summary>
internal static class SpinClient
{
    public static void Start(Lane lane, Socket[] sockets)
    {
        foreach (Socket socket in sockets) socket.Blocking = false;
        SpinThread.Start(() => Measure(lane, sockets));
    }

    private static void Measure(Lane lane, Socket[] sockets)
    {
        while (true)
        {
            lane.Park();
            while (lane.Running)
            {
                int idle = 0;
                for (int i = 0; i < sockets.Length; i++)
                {
                    if (!Poll(sockets[i], lane.Links[i])) idle++;
                }
                lane.Idle(idle);
                lane.Look();
            }
        }
    }

    private static bool Poll(Socket socket, Link link)
    {
        Send(socket, link);
        int received = socket.Receive(link.Input, SocketFlags.None, out SocketError error);
        if (received > 0)
        {
            link.Arrived(received);
            Send(socket, link);
            link.Record();
            return true;
        }
        if (error != SocketError.WouldBlock) link.Fail(Reasons.OfReceive(error));
        return false;
    }

    private static void Send(Socket socket, Link link)
    {
        while (link.HasOutput())
        {
            link.Sent(socket.Send(link.Output, SocketFlags.None, out SocketError error));
            if (error == SocketError.Success) continue;
            if (error != SocketError.WouldBlock) link.Fail(Reasons.OfSend(error));
            return;
        }
    }
}

internal static class SpinThread
{
    public static void Start(ThreadStart body) => new Thread(body) { IsBackground = true, Name = "spin" }.Start();
}

internal static class Reasons
{
    public static string OfReceive(SocketError error) =>
        error == SocketError.Success ? "closed by the peer" : $"receive: {new SocketException((int)error).Message}";

    public static string OfSend(SocketError error) => $"send: {new SocketException((int)error).Message}";
}
