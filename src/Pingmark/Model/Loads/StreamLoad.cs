using System.Numerics;

namespace Pingmark.Model.Loads;

/// <summary>Messages are sent one way, as fast as they can be; the server counts them.</summary>
public sealed class StreamLoad() : Load("stream", "messages one way, counted by the server")
{
    /// <summary>The default window of a connection, which every stack supports and a server drains quickly.</summary>
    private const int WindowBytes = 262_144,
        MostWindow = 4_096;
    private const int LeastBytes = 20;

    /// <summary>How many go by one call.</summary>
    private static LoadNumber Together => BatchLoad.Messages;

    public override IReadOnlyList<LoadNumber> Numbers => [Together];
    public override bool IsOneWay => true;
    public override string Alternative => "raw TCP and UDP can; `pingmark list stacks STACK` tells what a stack can";
    public override string RequiredServer =>
        "a server that counts, which './pingmark run bulk' has: echo servers send back";

    /// <summary>The window is a power of two, because the server acknowledges it in parts.</summary>
    public override int? InFlight(Scenario scenario) =>
        1 << BitOperations.Log2((uint)Math.Clamp(WindowBytes / Math.Max(1, scenario.MessageBytes), 1, MostWindow));

    /// <summary>An acknowledgement stands for many.</summary>
    public override int MinInFlight(Scenario scenario) => 0;

    public override (string Key, string Text)? Problem(Scenario scenario) =>
        !BitOperations.IsPow2(scenario.InFlight)
            ? ("in_flight", $"in_flight {scenario.InFlight} is no power of two, as the window of test: stream must be")
        : scenario.MessageBytes < LeastBytes
            ? ("message_bytes", $"messages of test: stream have {LeastBytes} B at least")
        : scenario[Together] > scenario.InFlight
            ? (Together.Key, $"batch {scenario[Together]} is more than may be in flight, {scenario.InFlight}")
        : null;
}
