using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>Checks of cells that look at one thing each.</summary>
public sealed class CellAuditTests
{
    private static CellEvidence Rounds(int count, Func<int, TrialRecord> trial) =>
        Trial.Evidence(Trial.Rounds(count, trial));

    [Fact]
    public void One_wrong_answer_makes_a_cell_invalid()
    {
        var audit = new CorruptAnswers();
        audit.Says(
            "corrupt-answers invalid",
            Trial.Evidence(Trial.Of(), Trial.Of(Trial.Window() with { Corrupt = 1 })),
            "1 answers differ"
        );
        audit.Says("corrupt-answers invalid", Trial.Evidence(Trial.Of(slices: Trial.Window() with { Corrupt = 2 })));
        audit.IsSilent(Trial.Evidence(Trial.Of()));
    }

    [Fact]
    public void Dropped_datagrams_of_all_rounds_are_told_and_do_not_concern_tcp()
    {
        var audit = new LostMessages();
        static CellEvidence Of(string stack, long drops = 7) =>
            Trial.OfCell(
                Trial.Cell(stack),
                Trial.Rounds(3, _ => Trial.Of(Trial.Window() with { UdpReceiveDrops = drops })).ToList()
            );
        audit.Says("lost-messages warning", Of("x/udp-a"), "21 datagrams found no room");
        audit.IsSilent(Of("x/tcp-a"));
        audit.IsSilent(Of("x/lib-ssl"));
        audit.IsSilent(Of("x/udp-a", drops: 0));
    }

    /// <summary>Slices are too short to tell.</summary>
    [Fact]
    public void A_connection_without_answers_makes_a_cell_invalid()
    {
        var audit = new SilentConnections();
        audit.Says(
            "silent-connections invalid",
            Trial.Evidence(
                new Scenario { Connections = 16 },
                Trial.Of(Trial.Window(inFlight: 16)),
                Trial.Of(Trial.Window(inFlight: 16) with { SilentConnections = 3 })
            ),
            "3 of 16 connections"
        );
        audit.IsSilent(Trial.Evidence(Trial.Of(slices: Trial.Window() with { SilentConnections = 3 })));
    }

    [Fact]
    public void Slices_at_another_rate_are_given_up()
    {
        static CellEvidence Slices(double perS, int rounds = 5) =>
            Rounds(rounds, n => Trial.Of(Trial.Window(10_000 + n), Trial.Window(perS)));
        Assert.True(Slices(5000).SlicingMisleads);
        Assert.False(Slices(9800).SlicingMisleads);
        Assert.False(Slices(5000, rounds: 2).SlicingMisleads);
    }

    /// <summary>Between two machines, cores of one name are others.</summary>
    [Fact]
    public void Sides_that_share_a_core_are_told()
    {
        var audit = new SharedCores();
        static TrialRecord On(string server, string client) =>
            Trial.Of() with
            {
                ServerCpus = server,
                ClientCpus = client,
            };
        audit.Says("shared-cores warning", Trial.Evidence(On("0", "0")), "server (0) and client (0)");
        audit.Says("shared-cores warning", Trial.Evidence(On("0,1", "1-3")), "server (0,1) and client (1-3)");
        audit.IsSilent(Trial.Evidence(On("5000", "5001")));
        audit.IsSilent(Trial.Evidence(On("", "")));
        audit.IsSilent(Trial.Evidence(On("0", "0") with { OnTwoMachines = true }));
    }

    [Fact]
    public void Another_version_of_the_stack_on_another_machine_is_told()
    {
        var audit = new MixedVersions();
        static CellEvidence Between(string server, string client) =>
            Trial.Evidence(
                Trial.Of() with
                {
                    OnTwoMachines = true,
                    Versions = new Dictionary<string, string> { ["server"] = server, ["client"] = client },
                }
            );
        audit.IsSilent(Between("OpenJDK 17 (G1)", "OpenJDK 17 (Serial)"));
        audit.Says(
            "mixed-versions warning",
            Between("OpenJDK 17 (G1)", "OpenJDK 21 (G1)"),
            "the server is OpenJDK 17 (G1), and the client OpenJDK 21 (G1)"
        );
    }

    /// <summary>Where Nagle's algorithm is on, and there are messages enough for a median.</summary>
    [Fact]
    public void Forty_milliseconds_are_a_setting_not_a_speed()
    {
        var audit = new NagleMode();
        static CellEvidence At(double ms, string noDelay = "false", double seconds = 10) =>
            Trial.Evidence(
                Trial.Of(Trial.Window(1000 / ms, seconds)) with
                {
                    EffectiveOptions = new Dictionary<string, string>
                    {
                        ["server.no_delay"] = "true",
                        ["client.no_delay"] = noDelay,
                    },
                }
            );
        audit.Says("nagle warning", At(40), "socket.no_delay=true");
        audit.Says("nagle warning", At(44), "socket.no_delay=true");
        audit.IsSilent(At(30));
        audit.IsSilent(At(60));
        audit.IsSilent(At(40, noDelay: "true"));
        audit.IsSilent(At(40, seconds: 0.4));
    }

    /// <summary>What shows it is in Evidence/SettlingTests.</summary>
    [Fact]
    public void What_had_no_one_rate_is_told_by_what_shows_it_most()
    {
        var audit = new UnsettledRate();
        static CellEvidence Ended(WarmUpVerdict verdict, Scenario? scenario = null) =>
            Trial.Evidence(scenario ?? new(), Trial.Of() with { WarmUp = new(1, 1, verdict) });
        audit.IsSilent(Ended(WarmUpVerdict.Settled));
        audit.Says(
            "drift warning",
            Ended(WarmUpVerdict.Compiling),
            "drift: threads that compile or collect still worked"
        );
        audit.Says(
            "drift warning",
            Ended(WarmUpVerdict.Slowing),
            "drift: the last windows of the longest warm-up were slower"
        );
        audit.Says("drift warning", Ended(WarmUpVerdict.Working), "drift: a side still worked without messages");
        audit.Says("drift warning", Ended(WarmUpVerdict.Capped), "drift: the rate had not settled");
        audit.IsSilent(Ended(WarmUpVerdict.Timed));
        audit.Says(
            "drift warning",
            Ended(WarmUpVerdict.Capped, new() { RatePerS = 10_000 }),
            "drift: the round trips had not settled"
        );
        audit.Says(
            "drift warning",
            Rounds(5, n => Trial.Of() with { SliceRatesPerS = [1000 + n, 1000, 1200, 1200 + n] }),
            "drift: the second half of its slices ran at 1.20x of the first; lengthen duration or warmup"
        );
        audit.Says(
            "drift warning",
            Trial.Evidence(Trial.Of(Trial.Window(), Trial.Window(20_000))),
            "drift: in slices it ran at 2.00x of its rate in the continuous window"
        );
    }

    [Fact]
    public void Of_a_reliable_transmission_nothing_may_be_lost_and_of_another_it_is_told()
    {
        var audit = new LostMessages();
        static CellEvidence Of(Transmission transmission, CountedWindow window) =>
            Trial.Evidence(Trial.Of(window) with { Transmission = transmission });
        audit.Says(
            "lost-messages invalid",
            Of(Transmission.Reliable, Trial.Window() with { Lost = 1 }),
            "1 of 10000 messages lost (0.01 %), 0 came after their deadline, 0 came twice, of a reliable transmission"
        );
        var twice = Trial.Window() with { Duplicated = 4 };
        audit.Says("lost-messages invalid", Of(Transmission.Reliable, twice), "4 came twice");
        var lost = Trial.Window() with { Lost = 250 };
        audit.Says("lost-messages warning", Of(Transmission.Unreliable, lost), "(2.5 %)");
        var late = Trial.Window() with { Late = 3 };
        audit.Says("lost-messages warning", Of(Transmission.Unreliable, late), "3 came after");
        audit.IsSilent(Of(Transmission.Unreliable, Trial.Window()));
        audit.Says(
            "lost-messages invalid",
            Rounds(2, _ => Trial.Of(Trial.Window() with { Lost = 1 }, Trial.Window() with { Lost = 2 })),
            "6 of 40000"
        );
    }

    /// <summary>A port may be held towards each of several servers, so that there are more connections than
    /// ports.</summary>
    [Fact]
    public void Ports_that_are_used_again_or_run_out_are_told()
    {
        var audit = new LocalPortsHeld();
        static CellEvidence Of(PortUse? ports, string test = "churn", long received = 20_000) =>
            Trial.Evidence(
                new Scenario { Test = test },
                Trial.Rounds(2, _ => Trial.Of(Trial.Window(received) with { LocalPorts = ports }))
            );
        audit.IsSilent(Of(new(29_407, 28_232, 2)));
        audit.Says("local-ports warning", Of(new(20_000, 28_232, 0)), "at this rate all are gone after 1.41 s");
        audit.IsSilent(Of(new(100, 28_232, 0), received: 400));
        audit.IsSilent(Of(null));
        audit.IsSilent(Of(new(1, 2, 0), "ping-pong"));
    }
}
