using Pingmark.Model;
using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnOptionsTests
{
    private static readonly NbnOptions Defaults = new(),
        Manual = new() { Test = NbnTest.Manual },
        Quick = new() { Benchmark = NbnBenchmark.Quick },
        Client = new() { Mode = NbnExecutionMode.Client },
        Server = new() { Mode = NbnExecutionMode.Server };

    [Fact]
    public void What_is_out_of_range_is_refused_by_its_name()
    {
        Defaults.Check();
        Assert.All<(NbnOptions Options, string Said)>(
            [
                (new() { Clients = 0 }, "--clients must be 1 to 10000, not '0'"),
                (new() { ClientMachines = 3 }, "500 --clients can't be spread evenly over 3 machines; choose a"),
                (Manual with { ClientMachines = 2 }, "2 machines; a manual test has its clients on one"),
                (Quick with { ClientMachines = 2 }, "2 machines; --benchmark Quick has its clients on one"),
                (new() { ParallelMessages = 0 }, "--parallel-messages must be 1 to 65536, not '0'"),
                (new() { MessageByteSize = 7 }, "--message-byte-size must be 8 to 65536, not '7'"),
                (new() { DurationS = 0 }, "--duration must be 0.05 to 86400 seconds, or -1 for until it is stopped by"),
                (new() { DurationS = double.NaN }, "not 'NaN'"),
                (new() { Port = 99999 }, "--port must be 0 to 65535, not '99999'"),
                (Client with { Port = 0 }, "--port must be 1 to 65535, not '0'"),
                (new() { Address = "not-an-ip" }, "--address must be an IP address such as ::1 or 127.0.0.1, not"),
                (new() { Address = "::" }, "'::' is a wildcard"),
                (new() { ClientTickRate = 0 }, "--client-tick-rate must be 1 to 1000, not '0'"),
                (new() { ServerTickRate = 1001 }, "--server-tick-rate must be 1 to 1000, not '1001'"),
                (Quick with { Mode = NbnExecutionMode.Server }, "--benchmark Quick starts its own servers and clients"),
                (Quick with { Test = NbnTest.Manual }, "--test Manual has no place in --benchmark Quick"),
                (Client with { Placement = ["--server", "ssh:a"] }, "--server ssh:a places a side of one command"),
                (Client with { Network = new() }, "--network is between two sides of one command; leave"),
                (Server with { GcModes = [NbnGc.Server, NbnGc.Workstation] }, "execution mode Server takes one"),
                (Manual with { GcModes = [NbnGc.Server, NbnGc.Workstation] }, "--gc names several, which are measured"),
                (Server with { Libraries = ["ENet", "Kcp2k"] }, "2 libraries; execution mode Server takes one"),
                (Manual with { Libraries = ["ENet", "Kcp2k"] }, "2 libraries; a manual test takes one"),
            ],
            row => Assert.Contains(row.Said, Assert.Throws<BadInputException>(row.Options.Check).Message)
        );
    }

    [Fact]
    public void Minus_one_is_without_end() =>
        Assert.Equal(
            (null, 1_500_000_000L),
            (new NbnOptions { DurationS = -1 }.DurationNs, new NbnOptions { DurationS = 1.5 }.DurationNs)
        );

    [Fact]
    public void A_manual_test_has_one_client_unless_more_are_asked_for()
    {
        Assert.Equal(500, Defaults.WithClientsOfTest().Clients);
        Assert.Equal(1, Manual.WithClientsOfTest().Clients);
        var asked = Manual with
        {
            Clients = 3,
            Given = new HashSet<string> { "--clients" },
        };
        Assert.Equal(3, asked.WithClientsOfTest().Clients);
    }

    [Fact]
    public void Only_an_address_that_nobody_asked_for_becomes_another()
    {
        Assert.Equal("127.0.0.1", Defaults.OnIpv4?.Address);
        Assert.Null((Defaults with { Given = new HashSet<string> { "--address" } }).OnIpv4);
        Assert.Null(Defaults.OnIpv4?.OnIpv4);
    }
}
