using System.Diagnostics;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

public sealed class KernelFilesTests
{
    [Fact]
    public void Counters_are_found_by_their_names()
    {
        const string Netstat = """
            TcpExt: SyncookiesSent TCPTimeouts TCPFastRetrans TCPLossProbes TCPToZeroWindowAdv
            TcpExt: 0 7 11 13 17
            IpExt: InNoRoutes TCPTimeouts
            IpExt: 0 19

            """;
        var found = NetworkSource.FindCounters(Netstat, "netstat");
        foreach (var counter in found)
        {
            counter.Read("TcpExt: \nTcpExt: 0 0 0 0 0\n"u8, 1);
            counter.Read(System.Text.Encoding.ASCII.GetBytes(Netstat), 2);
        }
        Assert.Equal(
            [
                (EventKind.RetransmissionTimeout, 7),
                (EventKind.FastRetransmission, 11),
                (EventKind.FastRetransmission, 13),
                (EventKind.ZeroWindow, 17),
            ],
            found.Select(one => (one.Kind, Assert.Single(one.Readings.Steps).Grown))
        );
        // Some files have one name a line.
        found = NetworkSource.FindCounters("Udp6InErrors  \t3\nUdp6RcvbufErrors                \t5\n", "snmp6");
        Assert.Equal(EventKind.DroppedDatagram, Assert.Single(found).Kind);
    }

    [Fact]
    public void Words_of_a_line_are_numbers_and_a_line_that_is_not_there_is_empty()
    {
        Assert.Equal([0L, 3L, 0L], new[] { 0, 3, 4 }.Select(word => KernelNumbers.Word("cpu  1 2 3"u8, word)));
        Assert.Equal(42, KernelNumbers.Word("Name:\t 42"u8, 1));
        Assert.Equal(
            ["b", ""],
            new[] { 1, 2 }.Select(line => System.Text.Encoding.ASCII.GetString(KernelNumbers.Line("a\nb"u8, line)))
        );
    }

    /// <summary>Reading allocates nothing: a collection of the controller would be in what is measured.</summary>
    [Fact]
    public void Reading_allocates_nothing()
    {
        // Threads of this process may begin at any time, and each gets an entry; cat has one, and waits for its stdin.
        using var cat = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;
        using var source = new ThreadSource(new("server", "a/b", cat.Id, "0", []));
        source.Read(1);
        source.Read(2);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            source.Read(3 + i);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000);
        cat.StandardInput.Close();
        cat.WaitForExit();
    }

    /// <summary>This thread sleeps, and nobody else of this process waits for it.</summary>
    [Fact]
    public void The_thread_that_reads_ends_and_tells_its_cost()
    {
        using var source = new CoreTimeSource([("pair", [0])]);
        var thread = new ReadingThread([source], [], 1);
        Assert.InRange(thread.End(), 1, 1_000_000_000);
    }
}
