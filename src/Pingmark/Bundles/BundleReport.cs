using System.Globalization;
using Pingmark.Reports.Document;

namespace Pingmark.Bundles;

/// <summary>The document for <c>pingmark verify</c>.</summary>
public static class BundleReport
{
    private static readonly IReadOnlyList<(BundleVerdict Verdict, string Title)> Titles =
    [
        (BundleVerdict.Altered, "Altered"),
        (BundleVerdict.Unsigned, "Not signed"),
        (BundleVerdict.Differs, "Does not follow from its trials"),
        (BundleVerdict.Agrees, "Checked"),
        (BundleVerdict.Unknown, "What nobody can know from the bundle"),
    ];

    /// <param name="name">The bundle's file as the user typed it.</param>
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
            : bundle.Has(BundleVerdict.Altered) ? "was altered, or is damaged"
            : bundle.Has(BundleVerdict.Unsigned) ? "is not signed by that key"
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
