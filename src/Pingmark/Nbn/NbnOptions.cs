using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>What <c>-b</c> runs: one measurement by the other options, or one of NBN's predefined benchmarks.</summary>
public enum NbnBenchmark
{
    All,
    Custom,
    Essential,
    Performance,
    Quick,
    Sampling,
}

public enum NbnExecutionMode
{
    Client,
    Complete,
    Server,
}

public enum NbnTest
{
    PingPong,
    Manual,
}

/// <summary>The options of NetworkBenchmarkDotNet (NBN), with its names and defaults.</summary>
public sealed record NbnOptions
{
    /// <summary>The value of <c>-d</c> for a measurement or a server that is stopped by hand.</summary>
    public const double UntilStopped = -1;
    private const double MinDurationS = 0.05,
        MaxDurationS = 86_400;

    private readonly NbnGc? _gc;

    public NbnBenchmark Benchmark { get; init; } = NbnBenchmark.Custom;
    public NbnExecutionMode Mode { get; init; } = NbnExecutionMode.Complete;
    public NbnTest Test { get; init; } = NbnTest.PingPong;
    public Transmission Transmission { get; init; } = Transmission.Unreliable;
    public IReadOnlyList<string> Libraries { get; init; } = ["ENet"];
    public double DurationS { get; init; } = 10;
    public string Address { get; init; } = "::1";
    public int Port { get; init; } = 3330;
    public int Clients { get; init; } = 500;
    public int ParallelMessages { get; init; } = 1;
    public int MessageByteSize { get; init; } = 32;
    public Payload Payload { get; init; } = Payload.Random;
    public bool Verbose { get; init; } = true;
    public int ClientTickRate { get; init; } = 60;
    public int ServerTickRate { get; init; } = 60;
    public bool UseNativeSockets { get; init; } = true;

    /// <summary>The garbage collectors of .NET's processes, with each of which everything is measured. NBN has this in
    /// its jobs, and no option.</summary>
    public IReadOnlyList<NbnGc> GcModes { get; init; } = [NbnGc.Workstation];

    /// <summary>The collector of the measurement at hand; the first where none was chosen of them.</summary>
    public NbnGc Gc
    {
        get => _gc ?? GcModes[0];
        init => _gc = value;
    }

    /// <summary>The network between server and clients; null where it is the machine's. NBN has none.</summary>
    public Network? Network { get; init; }

    /// <summary>The words that asked for the network, such as <c>wifi</c> or <c>delay=20ms,loss=1%</c>.</summary>
    public string NetworkWords { get; init; } = "";

    /// <summary>The options that were given, by their long names: only these may be refused.</summary>
    public IReadOnlySet<string> Given { get; init; } = new HashSet<string>();

    /// <summary>The words that placed the sides, such as <c>--server ssh:lab1</c>, which NBN does not have.</summary>
    public IReadOnlyList<string> Placement { get; init; } = [];

    /// <summary>The number of machines over which the clients are spread evenly.</summary>
    public int ClientMachines { get; init; } = 1;

    /// <summary>The duration in ns; null where it is stopped by hand.</summary>
    public long? DurationNs => DurationS == UntilStopped ? null : (long)(DurationS * 1e9);

    /// <summary>The options on 127.0.0.1, where IPv6 is missing; null when an address was given.</summary>
    public NbnOptions? OnIpv4 =>
        Address == new NbnOptions().Address && !Given.Contains("--address")
            ? this with
            {
                Address = "127.0.0.1",
            }
            : null;

    /// <summary>The options with one connection for a manual test, unless more are asked for.</summary>
    public NbnOptions WithClientsOfTest() =>
        Test == NbnTest.Manual && !Given.Contains("--clients") ? this with { Clients = 1 } : this;

    /// <exception cref="BadInputException">A value is out of range, or two options exclude each other.</exception>
    public void Check()
    {
        if (DurationS != UntilStopped && DurationS is not (>= MinDurationS and <= MaxDurationS))
            throw new BadInputException(
                $"--duration must be {Text(MinDurationS)} to {Text(MaxDurationS)} seconds, or -1 for until it "
                    + $"is stopped by hand, not '{Text(DurationS)}'"
            );
        Values.Address(Address, "--address");
        Range("--port", Port, Mode == NbnExecutionMode.Client ? 1 : 0, 65_535);
        Range("--clients", Clients, 1, ScenarioKeys.MaxConnections);
        Range("--parallel-messages", ParallelMessages, 1, Scenario.MaxInFlight);
        Range("--message-byte-size", MessageByteSize, ScenarioKeys.MinMessageBytes, ScenarioKeys.MaxMessageBytes);
        Range("--client-tick-rate", ClientTickRate, 1, 1000);
        Range("--server-tick-rate", ServerTickRate, 1, 1000);
        var (isCustom, isManual) = (Benchmark == NbnBenchmark.Custom, Test == NbnTest.Manual);
        var hasBothSides = Mode == NbnExecutionMode.Complete;
        var takesOne = $"{(isManual ? "a manual test" : $"execution mode {Mode}")} takes one";
        Refuse(
            !hasBothSides && !isCustom,
            $"--benchmark {Benchmark} starts its own servers and clients; leave --execution-mode {Mode} away, or use "
                + "--benchmark Custom"
        );
        Refuse(isManual && !isCustom, $"--test Manual has no place in --benchmark {Benchmark}; use --benchmark Custom");
        Refuse(
            !hasBothSides && Placement.Count > 0,
            $"{string.Join(' ', Placement.Take(2))} places a side of one command that has both; leave --execution-mode "
                + $"{Mode} away, or start that side on its machine by hand"
        );
        Refuse(
            ClientMachines > 1 && isManual,
            $"--clients names {ClientMachines} machines; a manual test has its clients on one"
        );
        Refuse(
            ClientMachines > 1 && !isCustom,
            $"--clients names {ClientMachines} machines; --benchmark {Benchmark} has its clients on one, use "
                + "--benchmark Custom"
        );
        Refuse(
            Clients % ClientMachines != 0,
            $"{Clients} --clients can't be spread evenly over {ClientMachines} machines; choose a multiple of "
                + $"{ClientMachines}"
        );
        Refuse(
            Network is not null && !hasBothSides,
            $"--network is between two sides of one command; leave --execution-mode {Mode} away"
        );
        Refuse(
            GcModes.Count > 1 && (!hasBothSides || isManual),
            $"--gc names several, which are measured one after the other; {takesOne}"
        );
        Refuse(
            Libraries.Count > 1 && (!hasBothSides || isManual),
            $"--library names {Libraries.Count} libraries; {takesOne}"
        );
    }

    private static void Refuse(bool isWrong, string problem)
    {
        if (isWrong)
            throw new BadInputException(problem);
    }

    private static void Range(string option, int value, int least, int most) =>
        Refuse(
            value < least || value > most,
            string.Create(CultureInfo.InvariantCulture, $"{option} must be {least} to {most}, not '{value}'")
        );

    internal static string Text(double seconds) => seconds.ToString(CultureInfo.InvariantCulture);
}

public enum Payload
{
    Zeros,
    Ones,
    Random,
}
