using System.Globalization;
using Pingmark.Reports.Document;
using Pingmark.Results;

namespace Pingmark.Bundles;

public enum BundleVerdict
{
    Agrees,

    /// <summary>Nobody can tell from the bundle alone, or not with this program.</summary>
    Unknown,

    /// <summary>It does not follow from the trials, as this program computes it.</summary>
    Differs,

    Altered,
}

public sealed record BundleFinding(string What, BundleVerdict Verdict, string Text)
{
    internal static BundleFinding Agrees(string what, string text) => new(what, BundleVerdict.Agrees, text);

    internal static BundleFinding Unknown(string what, string text) => new(what, BundleVerdict.Unknown, text);

    internal static BundleFinding Differs(string what, string text) => new(what, BundleVerdict.Differs, text);

    internal static BundleFinding Altered(string what, string text) => new(what, BundleVerdict.Altered, text);
}

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

    public int ExitCode => IsIntact ? Pingmark.ExitCode.Ok : Pingmark.ExitCode.CellFailed;
}

public static class BundleReport
{
    private static readonly IReadOnlyList<(BundleVerdict Verdict, string Title)> Titles =
    [
        (BundleVerdict.Altered, "Altered"),
        (BundleVerdict.Differs, "Does not follow from its trials"),
        (BundleVerdict.Agrees, "Checked"),
        (BundleVerdict.Unknown, "What nobody can know from the bundle"),
    ];

    public static ReportDocument Build(string name, VerifiedBundle bundle) =>
        new(
            "",
            [
                new Section(new Paragraph(Answer(name, bundle)) { IsStrong = true }),
                .. Titles.Select(each => Section(each.Title, bundle.Findings.Where(f => f.Verdict == each.Verdict))),
            ]
        );

    private static Section Section(string title, IEnumerable<BundleFinding> findings) =>
        new("", title, [new Bullets([.. findings.Select(found => $"{found.What}: {found.Text}")])]);

    private static string Answer(string name, VerifiedBundle bundle)
    {
        var verdict =
            bundle.IsIntact ? "is intact, and all that can be computed follows from its trials"
            : bundle.Findings.Any(found => found.Verdict == BundleVerdict.Altered) ? "was altered, or is damaged"
            : "is intact, but says what does not follow from its trials";
        var run = bundle.Manifest is { } manifest
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{manifest.Suite}, run on {manifest.StartedAt:yyyy-MM-dd HH:mm zzz} with seed {manifest.Seed}. "
            )
            : "";
        return $"{name} {verdict}. {run}Its SHA-256 is {bundle.Sha256}.";
    }
}
