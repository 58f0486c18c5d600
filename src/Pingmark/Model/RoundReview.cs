namespace Pingmark.Model;

/// <summary>What the trials so far decide about the rounds to come.</summary>
/// <param name="NotToBeSliced">Ids of cells whose rate in slices is not their rate in continuous windows.</param>
/// <param name="PreciseEnough">Ids of cells whose comparison needs no more rounds.</param>
public sealed record RoundReview(IReadOnlyList<string> NotToBeSliced, IReadOnlyList<string> PreciseEnough)
{
    /// <summary>Ids of cells whose comparison has a verdict: in later rounds others need the time more.</summary>
    public IReadOnlyList<string> Decided { get; init; } = [];
}
