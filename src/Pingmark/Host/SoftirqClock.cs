using System.Net;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>
/// Whether the clock of a thread goes on while its core delivers packets in softirq. Kernels with IRQ time accounting
/// stop it meanwhile, others don't, and none of them says which it is; so a thread sends datagrams to itself, which are
/// delivered at once on its core, and compares its clock with the time that passes.
/// </summary>
internal static class SoftirqClock
{
    private const int Tries = 40,
        Datagrams = 48;

    /// <summary>Delivery is a third of such a send. Somebody who takes the core stops the clock, too, but not in every
    /// try.</summary>
    private const double GoesOn = 0.9;

    private static readonly Lazy<bool?> Told = new(Measure);

    /// <summary>Null: there is no loopback to tell it by.</summary>
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
