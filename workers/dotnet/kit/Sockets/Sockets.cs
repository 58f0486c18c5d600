using System.Net;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Makes the sockets that all stacks share.</summary>
public static class Sockets
{
    private const int Backlog = 4096;

    public static Socket ListeningTcp(ListenPlan plan)
    {
        var socket = new Socket(plan.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        plan.Options.Apply(socket);
        socket.Bind(plan.Address);
        socket.Listen(Backlog);
        return socket;
    }

    public static Socket BoundUdp(ListenPlan plan)
    {
        var socket = new Socket(plan.Address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        plan.Options.ApplyToDatagramServer(socket);
        socket.Bind(plan.Address);
        return socket;
    }

    public static Listening Describe(Socket socket) => new(((IPEndPoint)socket.LocalEndPoint!).Port, SocketOptions.ReadBack(socket));

    /// <summary>Names what failed, for the controller's message.</summary>
    internal static T Named<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (SocketException e)
        {
            throw new WorkerException($"{what}: {e.Message}");
        }
    }

    public static string Reason(SocketError error) => new SocketException((int)error).Message;

    /// <summary>What a peer that went away looks like.</summary>
    public static bool IsNothingYet(SocketError error) => error is SocketError.WouldBlock or SocketError.TimedOut or SocketError.Interrupted or SocketError.IOPending;
}
