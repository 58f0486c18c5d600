namespace Pingmark.Model;

/// <summary>When what was measured of a cell within its block. Times are ns since the block began, so those of its
/// cells are on one axis.</summary>
public sealed record Timeline
{
    /// <summary>One entry a slice in this and the next three lists, as in the trial's list of rates.</summary>
    public IReadOnlyList<long> SliceEndedAtNs { get; init; } = [];

    /// <summary>Null: too few round trips.</summary>
    public IReadOnlyList<double?> SliceRttP50Ns { get; init; } = [];
    public IReadOnlyList<double?> SliceRttP99Ns { get; init; } = [];

    /// <summary>Beyond 1, it was measured again because a worker that should have waited had worked.</summary>
    public IReadOnlyList<int> SliceTries { get; init; } = [];

    /// <summary>Null: there was no unbroken stretch.</summary>
    public long? UnbrokenEndedAtNs { get; init; }

    /// <summary>Spans in which a runtime collected; it doesn't tell when in them.</summary>
    public IReadOnlyList<CollectionSpan> Collections { get; init; } = [];
}

/// <param name="Side"><c>server</c> or <c>client</c>.</param>
/// <param name="Count">Collections in it.</param>
/// <param name="PauseNs">How long they stopped it together; null: not told.</param>
public sealed record CollectionSpan(string Side, long FromNs, long ToNs, long Count, long? PauseNs);
