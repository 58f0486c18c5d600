namespace Pingmark.Model.Loads;

/// <summary>Each answer lets the next message go; or, at a rate, messages go at their times.</summary>
public sealed class PingPongLoad() : Load(LoadName)
{
    public const string LoadName = "ping-pong";

    /// <summary>The load that every client can make.</summary>
    public const string Closed = "closed";

    public override bool SupportsRate => true;
    public override bool SupportsReplay => true;
    public override bool SupportsLaps => true;
    public override bool CanAsk => true;
    public override bool FitsOneThread => true;
    public override string Ability => "send at a rate";
    public override string Alternative => "choose another client (client: reference)";

    public override string NameFor(Scenario scenario) =>
        scenario.Replay is not null ? "replay"
        : scenario.RatePerS is null ? Closed
        : "fixed-rate";

    public override int? InFlight(Scenario scenario) =>
        scenario is { RatePerS: null, Replay: null } ? null : Scenario.DefaultInFlightAtRate;

    public override int? DefaultRatePerS(Scenario scenario) => scenario.Replay?.RatePerS(scenario.Connections);
}
