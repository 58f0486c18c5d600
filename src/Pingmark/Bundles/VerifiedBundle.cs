using Pingmark.Results;

namespace Pingmark.Bundles;

public enum BundleVerdict
{
    /// <summary>It is what it should be.</summary>
    Agrees,

    /// <summary>Nobody can tell from the bundle alone, or not with this program.</summary>
    Unknown,

    /// <summary>It does not follow from the trials, as this program computes it.</summary>
    Differs,

    /// <summary>It is not signed by whom it should be.</summary>
    Unsigned,

    /// <summary>It is not what was bundled.</summary>
    Altered,
}

/// <summary>What was found of a part of a bundle.</summary>
/// <param name="What">The part, in a word or two.</param>
/// <param name="Text">What was found, with the place.</param>
public sealed record BundleFinding(string What, BundleVerdict Verdict, string Text)
{
    internal static BundleFinding Agrees(string what, string text) => new(what, BundleVerdict.Agrees, text);

    internal static BundleFinding Unknown(string what, string text) => new(what, BundleVerdict.Unknown, text);

    internal static BundleFinding Differs(string what, string text) => new(what, BundleVerdict.Differs, text);

    internal static BundleFinding Unsigned(string what, string text) => new(what, BundleVerdict.Unsigned, text);

    internal static BundleFinding Altered(string what, string text) => new(what, BundleVerdict.Altered, text);
}

/// <summary>What is known of a bundle after all of it was computed anew.</summary>
/// <param name="Sha256">The SHA-256 of the bundle's file.</param>
/// <param name="Manifest">Its manifest; null where it has none that can be read.</param>
/// <param name="Run">The run, summed up anew; null where it can't be read.</param>
/// <param name="Folder">The folder that its files were taken out to; null where they were not.</param>
public sealed record VerifiedBundle(
    string Sha256,
    BundleManifest? Manifest,
    SummedRun? Run,
    string? Folder,
    IReadOnlyList<BundleFinding> Findings
)
{
    /// <summary>Whether nothing was altered, and all that can be computed is what the bundle says.</summary>
    public bool IsIntact => Findings.All(found => found.Verdict is BundleVerdict.Agrees or BundleVerdict.Unknown);

    internal bool Has(BundleVerdict verdict) => Findings.Any(found => found.Verdict == verdict);

    public int ExitCode => IsIntact ? Pingmark.ExitCode.Ok : Pingmark.ExitCode.CellFailed;
}
