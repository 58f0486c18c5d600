namespace Pingmark.Model;

/// <summary>A network as it was measured before it was used: what was asked for, beside what it did.</summary>
public sealed record NetworkCheck
{
    public required Network Network { get; init; }

    /// <summary>As people read it.</summary>
    public required string Text { get; init; }

    /// <summary>Probes that were sent each way for the shares.</summary>
    public int Packets { get; init; }

    /// <summary>How often it was measured until it was within its bounds; a busy machine disturbs.</summary>
    public int Attempts { get; init; }
    public IReadOnlyList<NetworkFigure> Figures { get; init; } = [];

    /// <summary>Why nothing was measured; null: it was.</summary>
    public string? Problem { get; init; }

    /// <summary>The machine was known to be busy, so that times out of their bounds are a warning.</summary>
    public bool NoiseAccepted { get; init; }

    /// <summary>The machine does not permit it, and nothing was tried.</summary>
    public bool IsRefused => Problem is not null && Attempts == 0;

    /// <summary>Cells may use it.</summary>
    public bool IsUsable => Problem is null && Figures.All(f => f.IsWithin || NoiseAccepted && f.IsOfTime);
}

/// <param name="Quantity"><c>delay_ns</c>, <c>jitter_ns</c>, <c>loss</c>, <c>duplicate</c>, <c>reorder</c>,
/// <c>rate_bits_per_s</c>.</param>
/// <param name="GotUp">From the client to the server.</param>
/// <param name="GotDown">And back.</param>
/// <param name="Bound">How far either may be from what was asked for.</param>
public sealed record NetworkFigure(string Quantity, double Asked, double GotUp, double GotDown, double Bound)
{
    public bool IsWithin => Math.Abs(GotUp - Asked) <= Bound && Math.Abs(GotDown - Asked) <= Bound;

    /// <summary>A busy machine can be the cause; shares of packets are counted, whatever the machine does.</summary>
    public bool IsOfTime => Quantity is "delay_ns" or "jitter_ns" or "rate_bits_per_s";
}
