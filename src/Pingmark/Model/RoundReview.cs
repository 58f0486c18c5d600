namespace Pingmark.Model;

/// <summary>What the trials so far decide about the rounds to come.</summary>
/// <param name="NotToBeSliced">Ids of cells whose rate in slices is not their rate in continuous windows.</param>
/// <param name="PreciseEnough">Ids of cells whose comparison needs no more rounds.</param>
public sealed record RoundReview(IReadOnlyList<string> NotToBeSliced, IReadOnlyList<string> PreciseEnough);
