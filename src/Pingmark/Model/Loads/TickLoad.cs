namespace Pingmark.Model.Loads;

/// <summary>A server sends a snapshot to all its clients at each tick, and they send inputs at a rate.</summary>
public sealed class TickLoad() : Load("tick", "a server that sends snapshots to all clients, which send inputs")
{
    private const int UsualRateHz = 20,
        UsualBytes = 1_000;

    /// <summary>How often a second a server sends each connection a snapshot.</summary>
    public static readonly LoadNumber RateHz = new("snapshot_rate", 1, 1_000)
    {
        Field = "snapshot_rate_hz",
        Meaning = $"of `test: tick`: snapshots a second to each connection (default {UsualRateHz})",
        IdLetter = "t",
        IsSentAtConnect = true,
        Default = UsualRateHz,
    };

    /// <summary>The size of a whole snapshot.</summary>
    public static readonly LoadNumber Bytes = new("snapshot_bytes", 20, 65_540)
    {
        Meaning = $"of `test: tick`: size of a snapshot (default {UsualBytes})",
        IdLetter = "s",
        IsBytes = true,
        IsSentAtConnect = true,
        Default = UsualBytes,
    };

    public override IReadOnlyList<LoadNumber> Numbers => [RateHz, Bytes];
    public override bool HasSnapshots => true;
    public override bool SupportsRate => true;
    public override string RateMeaning => "inputs (default: one for each snapshot)";
    public override string Alternative =>
        "raw sockets can where one thread has all connections, other servers of raw sockets with "
        + "client: reference, and most libraries over UDP; `pingmark list stacks STACK` tells what a stack can";
    public override string RequiredServer => "a server that sends unasked, which './pingmark run game-tick' has";

    public override int? InFlight(Scenario scenario) => Scenario.DefaultInFlightAtRate;

    /// <summary>Each connection sends as many inputs as it gets snapshots.</summary>
    public override int? DefaultRatePerS(Scenario scenario) => scenario[RateHz] * scenario.Connections;

    public override (string Key, string Text)? Problem(Scenario scenario) =>
        scenario.Generators is not null ? ("generators", "generators and test: tick exclude each other")
        : scenario[Bytes] == scenario.MessageBytes
            ? (Bytes.Key, "snapshot_bytes and message_bytes must differ: clients tell snapshots by length")
        : scenario.Messages is not null ? ("messages", "messages and test: tick exclude each other: ticks go by time")
        : scenario.RatePerS < scenario.Connections
            ? (
                "rate",
                "rate of test: tick is an input a second on each connection at least: who sends none is sent no "
                    + "snapshots"
            )
        : null;
}
