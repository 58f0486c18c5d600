namespace Pingmark.Model.Loads;

/// <summary>Each answer lets the next message go; or, at a rate, messages go at their times.</summary>
public sealed class PingPongLoad() : Load(Word)
{
    public const string Word = "ping-pong";

    /// <summary>The load that every client can make.</summary>
    public const string Closed = "closed";

    public override bool MayHaveRate => true;
    public override bool MayBeReplayed => true;
    public override bool MayHaveLaps => true;
    public override bool FitsOneThread => true;
    public override string Ability => "send at a rate";
    public override string WhoCan => "choose another client (client: reference)";

    public override string NameFor(Scenario scenario) =>
        scenario.Replay is not null ? "replay"
        : scenario.RatePerS is null ? Closed
        : "fixed-rate";

    public override int? InFlight(Scenario scenario) =>
        scenario is { RatePerS: null, Replay: null } ? null : Scenario.InFlightWithRate;

    public override int? UsualRatePerS(Scenario scenario) => scenario.Replay?.RatePerS(scenario.Connections);
}
