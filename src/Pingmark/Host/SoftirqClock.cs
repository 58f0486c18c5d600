using System.Net;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>Finds out whether the clock of a thread goes on while its core delivers packets in softirq. Kernels with
/// IRQ time accounting stop it meanwhile, others don't, and none of them tells; so a thread sends datagrams to itself,
/// which are delivered at once on its core, and compares its clock with the time that passes.</summary>
internal static class SoftirqClock
{
    private const int Tries = 40,
        Datagrams = 48;

    /// <summary>The least share of the time that the thread's clock shows where it goes on. Delivery is a third of such
    /// a send. Another process that takes the core stops the clock, too, but not in every try.</summary>
    private const double GoesOn = 0.9;

    private static readonly Lazy<bool?> Told = new(Measure);

    /// <summary>Whether the clock goes on; null where there is no loopback to measure it with.</summary>
    public static bool? IsInThreads => Told.Value;

    private static bool? Measure()
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            socket.Connect(socket.LocalEndPoint!);
            return Enumerable.Range(0, Tries).Max(_ => ShareOfTime(socket)) > GoesOn;
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static double ShareOfTime(Socket socket)
    {
        Span<byte> datagram = stackalloc byte[32];
        var (sinceNs, cpuNs) = (Clock.NowNs, CpuClock.OfThisThreadNs());
        for (var sent = 0; sent < Datagrams; sent++)
            socket.Send(datagram);
        var share = (CpuClock.OfThisThreadNs() - cpuNs) / (double)Math.Max(1, Clock.NowNs - sinceNs);
        while (socket.Available > 0)
            socket.Receive(datagram);
        return share;
    }
}
