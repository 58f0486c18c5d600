using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>The client of a measurement: one worker, which owns clock, schedule and histogram, or several of them (<see
/// cref="ClientGroup"/>).</summary>
public class ClientSide : Side
{
    internal ClientSide(Worker worker, HelloReply hello, StackDescription stack, string? cpus)
        : base(worker, hello, stack, cpus) { }

    private protected ClientSide(ClientSide like, string version, string cpus)
        : base(like, version, cpus) { }

    /// <summary>The scenario for which the client was connected.</summary>
    public Scenario Scenario { get; private protected set; } = new();
    public Histogram ConnectTime { get; private protected set; } = new();

    /// <summary>The time from the request of a run until several workers begin together.</summary>
    internal virtual long StartLeadNs => 0;

    /// <summary>How far apart several workers may begin, by what is known of their clocks; 0 for one.</summary>
    internal virtual long ClockUncertaintyNs => 0;

    /// <summary>How several workers measured together in the last run; null for one. Clocks must have been read
    /// again.</summary>
    internal virtual GeneratorsRecord? Generators => null;

    public Transmission Transmission => Stack.TransmissionFor(Scenario.Transmission);

    /// <summary>Starts the client of a cell.</summary>
    /// <param name="cpus">The cores that it may use, as taskset's list; null where it may use all.</param>
    public static Task<ClientSide> StartAsync(
        IWorkerStarter starter,
        string stack,
        IReadOnlyDictionary<string, IReadOnlyList<string>>? runtimeOptions,
        string? cpus,
        CancellationToken cancel
    ) =>
        StartAsync(
            starter,
            stack,
            "client",
            runtimeOptions,
            cpus,
            (worker, hello, description) => new ClientSide(worker, hello, description, cpus),
            cancel
        );

    /// <summary>Connects to a server.</summary>
    /// <exception cref="UnsupportedException">The client can't make the scenario's load.</exception>
    public virtual async Task ConnectAsync(ConnectRequest request, CancellationToken cancel)
    {
        RequireLoad(request.Scenario);
        Scenario = request.Scenario;
        var connected = await Worker.ConnectAsync(Stack.Stack, request, cancel);
        (ConnectTime, EffectiveOptions) = (connected.ConnectTime, connected.EffectiveOptions);
    }

    /// <summary>Changes the rate of a connected client.</summary>
    /// <param name="arrivalsSeed">The seed of the arrivals of the next runs.</param>
    internal void SetRate(int ratePerS, int arrivalsSeed)
    {
        Scenario = Scenario with { RatePerS = ratePerS };
        Worker.SetLoad(Scenario, arrivalsSeed);
    }

    /// <exception cref="UnsupportedException">The client can't make that load.</exception>
    public void RequireLoad(Scenario scenario)
    {
        var load = scenario.Load;
        if (scenario.LoadName != PingPongLoad.Closed && !Stack.Loads.Contains(scenario.LoadName))
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't {load.Ability} (its loads: {string.Join(", ", Stack.Loads)}); {load.Alternative}"
            );
        if (!Stack.Payloads.Contains(scenario.Payload))
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} has no payload {scenario.Payload} (it has {string.Join(", ", Stack.Payloads)})"
            );
    }

    public virtual Task<Measurement> RunAsync(RunRequest run, CancellationToken cancel) => Worker.RunAsync(run, cancel);

    internal Task<(Usage Usage, ClockReading Clock)> UsageAndClockAsync(CancellationToken cancel) =>
        Worker.UsageAndClockAsync(cancel);
}
