using Pingmark.Model;
using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnOptionsTests
{
    private static readonly NbnOptions Defaults = new();

    [Fact]
    public void Defaults_are_those_of_NBN()
    {
        Assert.Equal(
            (NbnBenchmark.Custom, NbnExecutionMode.Complete, NbnTest.PingPong, Transmission.Unreliable),
            (Defaults.Benchmark, Defaults.Mode, Defaults.Test, Defaults.Transmission)
        );
        Assert.Equal(["ENet"], Defaults.Libraries);
        Assert.Equal((10, "::1", 3330), (Defaults.DurationS, Defaults.Address, Defaults.Port));
        Assert.Equal(
            (500, 1, 32, Payload.Random),
            (Defaults.Clients, Defaults.ParallelMessages, Defaults.MessageByteSize, Defaults.Payload)
        );
        Assert.Equal(
            (true, 60, 60, true),
            (Defaults.Verbose, Defaults.ClientTickRate, Defaults.ServerTickRate, Defaults.UseNativeSockets)
        );
        Defaults.Check();
    }

    public static TheoryData<NbnOptions, string> Wrong =>
        new()
        {
            {
                new() { Clients = 0 },
                "--clients must be 1 to 10000, not '0'"
            },
            {
                new() { Clients = -5 },
                "--clients must be 1 to 10000, not '-5'"
            },
            {
                new() { ClientMachines = 3 },
                "500 --clients can't be spread evenly over 3 machines; choose a multiple of 3"
            },
            {
                new() { ClientMachines = 2, Test = NbnTest.Manual },
                "--clients names 2 machines; a manual test has its clients on one"
            },
            {
                new() { ClientMachines = 2, Benchmark = NbnBenchmark.Quick },
                "--clients names 2 machines; --benchmark Quick has its clients on one, use --benchmark Custom"
            },
            {
                new() { ParallelMessages = 0 },
                "--parallel-messages must be 1 to 65536, not '0'"
            },
            {
                new() { MessageByteSize = 7 },
                "--message-byte-size must be 8 to 65536, not '7'"
            },
            {
                new() { DurationS = 0 },
                "--duration must be 0.05 to 86400 seconds, or -1 for until it is stopped by hand, not '0'"
            },
            {
                new() { DurationS = -2 },
                "not '-2'"
            },
            {
                new() { DurationS = double.NaN },
                "not 'NaN'"
            },
            {
                new() { Port = 99999 },
                "--port must be 0 to 65535, not '99999'"
            },
            {
                new() { Port = -1 },
                "--port must be 0 to 65535, not '-1'"
            },
            {
                new() { Port = 0, Mode = NbnExecutionMode.Client },
                "--port must be 1 to 65535, not '0'"
            },
            {
                new() { Address = "not-an-ip" },
                "--address must be an IP address such as ::1 or 127.0.0.1, not 'not-an-ip'"
            },
            {
                new() { Address = "::" },
                "'::' is a wildcard"
            },
            {
                new() { ClientTickRate = 0 },
                "--client-tick-rate must be 1 to 1000, not '0'"
            },
            {
                new() { ServerTickRate = 1001 },
                "--server-tick-rate must be 1 to 1000, not '1001'"
            },
            {
                new() { Benchmark = NbnBenchmark.Quick, Mode = NbnExecutionMode.Server },
                "--benchmark Quick starts its own servers and clients"
            },
            {
                new() { Benchmark = NbnBenchmark.All, Test = NbnTest.Manual },
                "--test Manual has no place in --benchmark All"
            },
            {
                new() { Placement = ["--server", "ssh:a"], Mode = NbnExecutionMode.Client },
                "--server ssh:a places a side of one command that has both; leave --execution-mode Client away"
            },
            {
                new() { Network = new(), Mode = NbnExecutionMode.Client },
                "--network is between two sides of one command; leave --execution-mode Client away"
            },
            {
                new() { GcModes = [NbnGc.Server, NbnGc.Workstation], Mode = NbnExecutionMode.Server },
                "--gc names several, which are measured one after the other; execution mode Server takes one"
            },
            {
                new() { Libraries = ["ENet", "Kcp2k"], Mode = NbnExecutionMode.Server },
                "--library names 2 libraries; execution mode Server takes one"
            },
            {
                new() { Libraries = ["ENet", "Kcp2k"], Test = NbnTest.Manual },
                "a manual test takes one"
            },
        };

    [Theory]
    [MemberData(nameof(Wrong))]
    public void What_is_out_of_range_is_refused_by_its_name(NbnOptions options, string said) =>
        Assert.Contains(said, Assert.Throws<BadInputException>(options.Check).Message);

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
        Assert.Equal(1, (Defaults with { Test = NbnTest.Manual }).WithClientsOfTest().Clients);
        Assert.Equal(
            3,
            new NbnOptions
            {
                Test = NbnTest.Manual,
                Clients = 3,
                Given = new HashSet<string> { "--clients" },
            }
                .WithClientsOfTest()
                .Clients
        );
    }

    [Fact]
    public void Only_an_address_that_nobody_asked_for_becomes_another()
    {
        Assert.Equal("127.0.0.1", Defaults.OnIpv4?.Address);
        Assert.Null((Defaults with { Given = new HashSet<string> { "--address" } }).OnIpv4);
        Assert.Null(Defaults.OnIpv4?.OnIpv4);
    }
}
