using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>Makes the sockets that all stacks share.</summary>
public static class Sockets
{
    public const int Backlog = 4096;
    private const int SocketLevel = 1,
        ReusePort = 15,
        Ip = 0,
        IpReceiveErrors = 11,
        Ip6 = 41,
        Ip6ReceiveErrors = 25;

    /// <summary>Of TCP, or local.</summary>
    public static Socket ListeningStream(ListenPlan plan)
    {
        var socket = plan.Where.NewStream();
        plan.Options.Apply(socket);
        plan.Where.Bind(socket);
        socket.Listen(Backlog);
        return socket;
    }

    public static Socket BoundUdp(ListenPlan plan)
    {
        var socket = new Socket(plan.Address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        plan.Options.ApplyToDatagramServer(socket);
        if (plan.IsAtAnyAddress)
            AnyAddress.TellAsked(socket);
        socket.Bind(plan.Address);
        return socket;
    }

    /// <summary>
    /// A socket for one peer of a datagram server, at the address of <paramref name="listening"/>. They may share the
    /// port only for a moment: else another server could bind to it without an error. What comes from others before
    /// the socket is connected is in its queue.
    /// </summary>
    public static Socket ConnectedUdp(Socket listening, ListenPlan plan, in Peer peer, uint peerLength)
    {
        var socket = new Socket(listening.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            plan.Options.ApplyToDatagramServer(socket);
            SharePort(listening, true);
            SharePort(socket, true);
            socket.Bind(listening.LocalEndPoint!);
            socket.Connect(peer.ToEndPoint(listening.AddressFamily, peerLength));
            socket.Blocking = false;
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
        finally
        {
            SharePort(listening, false);
        }
    }

    /// <summary>Ends a stream that another thread serves, and closes when its receive has returned.</summary>
    public static void End(Socket socket)
    {
        try
        {
            socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has ended meanwhile.
        }
    }

    private static void SharePort(Socket socket, bool shared) =>
        socket.SetRawSocketOption(SocketLevel, ReusePort, [shared ? (byte)1 : (byte)0, 0, 0, 0]);

    /// <summary>The kernel tells only connected datagram sockets that nobody listens at the other end, unless it is
    /// asked to. Then they fail in epoll.</summary>
    public static void ReportRefusals(Socket socket)
    {
        ReadOnlySpan<byte> on = [1, 0, 0, 0];
        socket.SetRawSocketOption(Ip, IpReceiveErrors, on);
        if (socket.AddressFamily == AddressFamily.InterNetworkV6)
            socket.SetRawSocketOption(Ip6, Ip6ReceiveErrors, on);
    }

    public static Listening Describe(Socket socket) =>
        new(ServerAddress.PortOf(socket), SocketOptions.ReadBack(socket));

    /// <summary>Names what failed, for the controller's message.</summary>
    internal static T Named<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (SocketException e)
        {
            // The exception's own message repeats the address.
            throw new WorkerException($"{what}: {Marshal.GetPInvokeErrorMessage(e.NativeErrorCode)}");
        }
    }

    public static string Reason(SocketError error) => new SocketException((int)error).Message;

    /// <summary>What a peer that went away looks like.</summary>
    public static bool IsNothingYet(SocketError error) =>
        error is SocketError.WouldBlock or SocketError.TimedOut or SocketError.Interrupted or SocketError.IOPending;

    /// <summary>A datagram that a packet filter or a full queue did not let out: it is lost like any other, and its
    /// socket is sound.</summary>
    public static bool IsLostDatagram(SocketError error) =>
        error is SocketError.AccessDenied or SocketError.NoBufferSpaceAvailable || IsNothingYet(error);
}
