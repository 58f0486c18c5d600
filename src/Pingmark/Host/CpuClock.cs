using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>The time of CLOCK_MONOTONIC in ns, which Stopwatch reads on Linux: the clock that all workers of one
/// machine share.</summary>
public static class Clock
{
    public static long NowNs => Stopwatch.GetTimestamp() * (1_000_000_000 / Stopwatch.Frequency);
}

/// <summary>Reads the CPU time of any process by one call, exact to the ns and up to now even while it runs: cheap
/// enough for every worker around every slice.</summary>
public static class CpuClock
{
    /// <summary>Parts of a clock's id (clock_getcpuclockid(3)): the scheduler's time of a whole process, or of this
    /// thread.</summary>
    private const int Scheduler = 2,
        ThisThread = 3;

    /// <returns>The CPU time in ns; null when the process has ended.</returns>
    public static long? ReadNs(int pid) => Libc.ReadClockNs(~pid << 3 | Scheduler);

    public static long ReadThisThreadNs() =>
        Libc.ReadClockNs(ThisThread) ?? throw new InvalidOperationException("the kernel has no clock of this thread");
}

/// <summary>Finds out whether the clock of a thread goes on while its core delivers packets in softirq. Kernels with
/// IRQ time accounting stop it meanwhile, others don't, and none of them tells; so a thread sends datagrams to itself,
/// which are delivered at once on its core, and compares its clock with the time that passes.</summary>
internal static class SoftirqClock
{
    private const int Tries = 40,
        Datagrams = 48;

    /// <summary>The least share of the time that the thread's clock shows where it goes on. Delivery is a third of such
    /// a send. Another process that takes the core stops the clock, too, but not in every try.</summary>
    private const double LeastShare = 0.9;

    private static readonly Lazy<bool?> Measured = new(Measure);

    /// <summary>Whether the clock goes on; null where there is no loopback to measure it with.</summary>
    public static bool? IsInThreads => Measured.Value;

    private static bool? Measure()
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            socket.Connect(socket.LocalEndPoint!);
            return Enumerable.Range(0, Tries).Max(_ => ShareOfTime(socket)) > LeastShare;
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static double ShareOfTime(Socket socket)
    {
        Span<byte> datagram = stackalloc byte[32];
        var (sinceNs, cpuNs) = (Clock.NowNs, CpuClock.ReadThisThreadNs());
        for (var sent = 0; sent < Datagrams; sent++)
            socket.Send(datagram);
        var share = (CpuClock.ReadThisThreadNs() - cpuNs) / (double)Math.Max(1, Clock.NowNs - sinceNs);
        while (socket.Available > 0)
            socket.Receive(datagram);
        return share;
    }
}
