using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Nbn;

/// <summary>The block of a custom benchmark and the table of a predefined one are, in every culture, the files in
/// <c>golden/</c>.</summary>
public class NbnReportTests
{
    [Fact]
    public void Both_read_the_same_in_every_culture()
    {
        Golden.CheckInEveryCulture("custom.md", () => Custom());
        Golden.CheckInEveryCulture("predefined.md", () => Predefined());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_terminal_of_80_columns_shows_all_of_it(bool isPredefined)
    {
        string Shown(int width) => isPredefined ? Predefined(width) : Custom(width);
        var narrow = Shown(80);
        Assert.All(narrow.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Golden.Check(isPredefined ? "predefined-80.txt" : "custom-80.txt", narrow);
        // The same words, whatever stands between them.
        Assert.Empty(Words(Shown(int.MaxValue)).Except(Words(narrow)));
    }

    private static IEnumerable<string> Words(string text) =>
        text.Split([' ', '\n', '|', '-', ':', '\\', '`', '·'], StringSplitOptions.RemoveEmptyEntries)
            .Where(word => !word.Contains('&'));

    private static MachineInfo Machine => Trial.Machine with { PingmarkVersion = "0.1.0", PhysicalCores = 1 };

    private static string Custom(int width = int.MaxValue)
    {
        var options = new NbnOptions
        {
            Libraries = ["ENet", "dotnet/tcp-async", "NetCoreServer", "Kcp2k"],
            DurationS = 2,
            ServerTickRate = 90,
            Given = new HashSet<string> { "--server-tick-rate" },
        };
        var scenario = new Scenario { Connections = 500 };
        NbnResult Measured(string stack, CountedWindow window, Transmission transmission, params string[] unused) =>
            NbnResult.FromTrial(
                Trial.Of(window) with
                {
                    Transmission = transmission,
                    ServerCpus = "",
                    ClientCpus = "",
                    Versions = new Dictionary<string, string>
                    {
                        ["server"] = ".NET 10, ENet 1.3.17",
                        ["client"] = ".NET 10, ENet 1.3.17",
                    },
                },
                NbnResult.CellOf(stack, scenario),
                unused
            ) with
            {
                PartTimesNs = transmission == Transmission.Unreliable ? [5300, 5400, 5500, 5350, 5450] : [885],
            };
        var enet = Trial.Window(185_112, 2, 500);
        var tcp = Trial.Window(1_129_598, 2, 500);
        return NbnReport.Render(
            options,
            [
                Measured(
                    "dotnet/enet",
                    enet with
                    {
                        UdpReceiveDrops = 7,
                        Server = enet.Server! with { GcCount = 2, GcPauseNs = 1_500_000 },
                    },
                    Transmission.Unreliable
                ),
                Measured(
                    "dotnet/tcp-async",
                    tcp with
                    {
                        Server = null,
                        Sent = tcp.Sent + 12,
                        Lost = 12,
                        SilentConnections = 1,
                    },
                    Transmission.Reliable,
                    "--server-tick-rate"
                ),
                NbnResult.Failed(
                    "dotnet/netcoreserver-udp",
                    options,
                    new BadInputException("dotnet/netcoreserver-udp has no reliable transmission")
                ),
                NbnResult.Failed(
                    "Kcp2k",
                    options,
                    new PingmarkException(
                        "Kcp2k is not available here:\n  <no> worker | has it",
                        ExitCode.NothingAvailable
                    )
                ),
            ],
            Machine,
            width: width
        );
    }

    private static string Predefined(int width = int.MaxValue)
    {
        Cell Of(string stack, string name, int inFlight, Transmission transmission) =>
            new()
            {
                Id = $"{stack} {name}",
                Label = stack,
                Stack = stack,
                Client = stack,
                Scenario = new()
                {
                    Name = name,
                    Connections = 500,
                    InFlight = inFlight,
                    Transmission = transmission,
                },
            };
        Cell[] cells =
        [
            Of("dotnet/enet", "PingPongUnreliable", 1, Transmission.Unreliable),
            Of("dotnet/netcoreserver-udp", "PingPongUnreliable", 1, Transmission.Unreliable),
            Of("dotnet/enet", "PingPongReliable", 1, Transmission.Reliable),
            Of("dotnet/netcoreserver-udp", "PingPongReliable", 1, Transmission.Reliable),
        ];
        TrialRecord Round(int round, int cell, double perS) =>
            Trial.Of(Trial.Window(perS, 1, 500), round: round, cell: cells[cell].Id) with
            {
                Transmission = cells[cell].Scenario.Transmission!,
                ServerCpus = "",
                ClientCpus = "",
                Versions = new Dictionary<string, string>
                {
                    ["server"] = ".NET 10.0.1 (workstation, concurrent), ENet 1.3.17",
                    ["client"] = ".NET 10.0.1 (server, not concurrent), ENet 1.3.17",
                },
            };
        TrialRecord[] trials =
        [
            Round(1, 0, 180_000),
            Round(2, 0, 185_000),
            Round(3, 0, 190_000),
            Round(4, 0, 184_000),
            Round(5, 0, 186_000),
            Round(1, 1, 96_000),
            Round(1, 2, 90_000),
            Round(2, 2, 91_000),
            Trial.Of() with
            {
                Cell = cells[3].Id,
                Status = CellStatus.Unsupported,
                Reason = "it has no reliable transmission",
                Unbroken = null,
            },
        ];
        var run = Trial.Run(cells) with
        {
            Machine = Machine,
            Networks =
            [
                new()
                {
                    Network = new()
                    {
                        DelayNs = 20_000_000,
                        Loss = 0.01,
                        Engine = NetworkEngine.Relay,
                    },
                    Text = "20 ms, 1 % lost",
                },
            ],
            Published = new(
                "NBN",
                "",
                [
                    Figure("dotnet/enet", "PingPongUnreliable", "Linux", 185_112),
                    Figure("dotnet/enet", "PingPongReliable", "Linux", 90_333),
                    Figure("dotnet/netcoreserver-udp", "PingPongUnreliable", "Windows", 72_975),
                ]
            ),
        };
        var summary = SummaryBuilder.Build(run, trials, TimeSpan.FromSeconds(1), interrupted: false);
        return NbnTable.Render(summary, trials, cells, width)
            + "\n"
            + string.Join('\n', NbnTable.Remarks(summary, width))
            + "\n";
    }

    private static PublishedFigure Figure(string stack, string scenario, string note, double value) =>
        new(stack, scenario, 500, 1, "throughput_per_s", value, null, note);
}
