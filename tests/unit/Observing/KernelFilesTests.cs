using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
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
        var found = NetworkSource.Find(Netstat, "netstat");
        foreach (var counter in found)
        {
            counter.Add("TcpExt: \nTcpExt: 0 0 0 0 0\n"u8, 1);
            counter.Add(System.Text.Encoding.ASCII.GetBytes(Netstat), 2);
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
    }

    [Fact]
    public void Files_of_one_name_a_line_have_them_too() =>
        Assert.Equal(
            EventKind.DroppedDatagram,
            Assert.Single(NetworkSource.Find("Udp6InErrors  \t3\nUdp6RcvbufErrors                \t5\n", "snmp6")).Kind
        );

    [Theory]
    [InlineData("cpu  1 2 3", 0, 0)]
    [InlineData("cpu  1 2 3", 3, 3)]
    [InlineData("cpu  1 2 3", 4, 0)]
    [InlineData("Name:\t 42", 1, 42)]
    public void Words_of_a_line_are_numbers(string line, int word, long value) =>
        Assert.Equal(value, KernelNumbers.Word(System.Text.Encoding.ASCII.GetBytes(line), word));

    [Fact]
    public void A_line_that_is_not_there_is_empty() =>
        Assert.Equal(
            ["b", ""],
            new[] { 1, 2 }.Select(line => System.Text.Encoding.ASCII.GetString(KernelNumbers.Line("a\nb"u8, line)))
        );

    /// <summary>Reading allocates nothing: a collection of the controller would be in what is measured.</summary>
    [Fact]
    public void Reading_allocates_nothing()
    {
        using var source = new ThreadSource(new("server", "a/b", Environment.ProcessId, "0", []));
        source.Read(1);
        source.Read(2);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            source.Read(3 + i);
        // A thread of this process that begins meanwhile has an entry of its own.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000);
    }

    /// <summary>This thread sleeps, and nobody else of this process waits for it.</summary>
    [Fact]
    public void The_thread_that_reads_ends_and_tells_its_cost()
    {
        using var source = new CoreTimeSource([("pair", [0])]);
        var thread = new ReadingThread([source], [], 1);
        Assert.InRange(thread.End(), 1, 1_000_000_000);
    }

    /// <summary>What a reading compiles and opens first is over soon, whoever wants the cores; then a side that wakes
    /// up has its core at once.</summary>
    [Fact]
    public void The_thread_that_reads_gives_way_after_its_first_reading()
    {
        using var source = new PolicySource();
        var thread = new ReadingThread([source], [], 1, Pingmark.Host.ThreadTiming.GiveWay);
        Assert.True(source.Read10.Wait(TimeSpan.FromSeconds(60)));
        thread.End();
        Assert.NotEqual(PolicySource.Idle, source.Policies[0]);
        Assert.All(source.Policies.Skip(1), policy => Assert.Equal(PolicySource.Idle, policy));
    }

    /// <summary>Reads how the kernel schedules the thread that reads it: stat of proc(5), field 41.</summary>
    private sealed class PolicySource : ISource
    {
        public const int Idle = 5;
        private const int PolicyAfterName = 39;

        public List<int> Policies { get; } = [];
        public ManualResetEventSlim Read10 { get; } = new();

        public void Read(long nowNs)
        {
            var words = File.ReadAllText("/proc/thread-self/stat").Split(')')[^1].Split(' ');
            Policies.Add(int.Parse(words[PolicyAfterName], System.Globalization.CultureInfo.InvariantCulture));
            if (Policies.Count == 10)
                Read10.Set();
        }

        public IEnumerable<Pingmark.Model.WatchedEvent> Events() => [];

        public void Dispose() => Read10.Dispose();
    }
}
