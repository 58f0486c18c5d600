namespace Pingmark.Model;

/// <summary>When the parts of a cell's trial were measured within their block. Times are ns since the block began, so
/// that all cells of a block are on one axis.</summary>
public sealed record Timeline
{
    /// <summary>When each slice ended. This list and the next three have one entry for each slice, as the trial's list
    /// of rates has.</summary>
    public IReadOnlyList<long> SliceEndedAtNs { get; init; } = [];

    /// <summary>The median round trip of each slice, in ns; null where a slice had too few round trips.</summary>
    public IReadOnlyList<double?> SliceRttP50Ns { get; init; } = [];
    public IReadOnlyList<double?> SliceRttP99Ns { get; init; } = [];

    /// <summary>How often each slice was measured until it counted; more than once when something had disturbed
    /// it.</summary>
    public IReadOnlyList<int> SliceTries { get; init; } = [];

    /// <summary>When the continuous window ended; null where there was none.</summary>
    public long? UnbrokenEndedAtNs { get; init; }

    /// <summary>The spans in which a runtime collected garbage; runtimes do not tell when within them.</summary>
    public IReadOnlyList<CollectionSpan> Collections { get; init; } = [];
}

/// <param name="Side">The side whose runtime collected: <c>server</c> or <c>client</c>.</param>
/// <param name="Count">The number of collections within the span.</param>
/// <param name="PauseNs">How long these collections stopped the program together, in ns; null where the runtime does
/// not tell.</param>
public sealed record CollectionSpan(string Side, long FromNs, long ToNs, long Count, long? PauseNs);
