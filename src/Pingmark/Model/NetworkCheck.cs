namespace Pingmark.Model;

/// <summary>A network as it was measured before its use: what was asked for, beside what it did.</summary>
public sealed record NetworkCheck
{
    public required Network Network { get; init; }

    /// <summary>The network as people read it.</summary>
    public required string Text { get; init; }

    /// <summary>Probes that were sent each way to count the shares of lost, duplicated and reordered packets.</summary>
    public int Packets { get; init; }

    /// <summary>How often it was measured until it was within its bounds; a busy machine disturbs.</summary>
    public int Attempts { get; init; }
    public IReadOnlyList<NetworkFigure> Figures { get; init; } = [];

    /// <summary>Why nothing was measured; null where it was.</summary>
    public string? Problem { get; init; }

    /// <summary>Whether the user said that the machine is busy, so that times out of their bounds are a
    /// warning.</summary>
    public bool NoiseAccepted { get; init; }

    /// <summary>Whether the machine does not permit such a network, so that nothing was tried.</summary>
    public bool IsRefused => Problem is not null && Attempts == 0;

    /// <summary>Whether cells may use the network.</summary>
    public bool IsUsable => Problem is null && Figures.All(f => f.IsWithin || NoiseAccepted && f.IsOfTime);
}

/// <param name="Quantity"><c>delay_ns</c>, <c>jitter_ns</c>, <c>loss</c>, <c>loss_burst</c> (packets
/// that are lost one after the other), <c>loss_again</c> (of those two after a lost one), <c>duplicate</c>,
/// <c>reorder</c>, <c>rate_bits_per_s</c>.</param>
/// <param name="GotUp">What was measured from the client to the server.</param>
/// <param name="GotDown">What was measured from the server to the client.</param>
/// <param name="Bound">How far either may be from what was asked for.</param>
public sealed record NetworkFigure(string Quantity, double Asked, double GotUp, double GotDown, double Bound)
{
    public bool IsWithin => Math.Abs(GotUp - Asked) <= Bound && Math.Abs(GotDown - Asked) <= Bound;

    /// <summary>Whether it is a time, which a busy machine can disturb; shares of packets are counted, whatever the
    /// machine does.</summary>
    public bool IsOfTime => Quantity is "delay_ns" or "jitter_ns" or "rate_bits_per_s";
}
