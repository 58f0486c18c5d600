namespace Pingmark.Bundles;

/// <summary>What is known of a bundle, for programs: the output of <c>verify --json</c>.</summary>
public sealed record BundleVerification
{
    public const string CurrentSchema = "pingmark.verification/1";
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The bundle's file as the user typed it.</summary>
    public required string Bundle { get; init; }
    public required string Sha256 { get; init; }

    /// <summary>Whether nothing was altered, and all that can be computed is what the bundle says.</summary>
    public required bool Intact { get; init; }

    /// <summary>Null where the manifest can't be read, as all that it tells.</summary>
    public required string? Run { get; init; }
    public required string? Suite { get; init; }
    public required DateTimeOffset? StartedAt { get; init; }
    public required int? Seed { get; init; }

    /// <summary>The version of pingmark that made it.</summary>
    public required string? Program { get; init; }

    public required IReadOnlyList<BundleFinding> Findings { get; init; }

    public static BundleVerification Of(string bundle, VerifiedBundle verified) =>
        new()
        {
            Bundle = bundle,
            Sha256 = verified.Sha256,
            Intact = verified.IsIntact,
            Run = verified.Manifest?.Run,
            Suite = verified.Manifest?.Suite,
            StartedAt = verified.Manifest?.StartedAt,
            Seed = verified.Manifest?.Seed,
            Program = verified.Manifest?.Program,
            Findings = verified.Findings,
        };
}
