using System.Text;
using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Reports;
using Pingmark.Results;

namespace Pingmark.Bundles;

/// <summary>Sums a bundle's run up again, and compares the outcome with the bundle's files.</summary>
internal static class RecomputedRun
{
    private const string Run = "run",
        Figures = "figures",
        Reports = "reports";

    /// <exception cref="BadInputException">The plan can't be read.</exception>
    public static IReadOnlyList<BundleFinding> Judge(
        BundleManifest manifest,
        BundleArchive read,
        RunFolder folder,
        out SummedRun run
    )
    {
        var recorded = folder.Read();
        var summed = run = SummedRun.Read(folder);
        return
        [
            .. JudgeTrials(manifest, recorded),
            .. RunReports
                .Files(read.Name, summed.Info, summed.Trials, summed.Summary)
                .Select(file => JudgeFile(manifest, read, file.Name, file.Text)),
        ];
    }

    private static IEnumerable<BundleFinding> JudgeTrials(BundleManifest manifest, RecordedRun recorded)
    {
        var plan = recorded.Plan;
        if (!recorded.IsPlanIntact)
            yield return BundleFinding.Altered(Run, "run.json: its checksum does not agree");
        if ((plan.Suite, plan.StartedAt, plan.Seed) != (manifest.Suite, manifest.StartedAt, manifest.Seed))
            yield return BundleFinding.Altered(Run, "run.json and the manifest are of two runs");
        foreach (var bad in recorded.BadLines)
            yield return BundleFinding.Altered(Run, bad);
        if (plan.Trials is { } written && written != recorded.Trials.Count)
            yield return BundleFinding.Altered(
                Run,
                $"the run ended with {NumberText.Count(written, "trial")}, as run.json says, and "
                    + $"{recorded.Trials.Count} can be used"
            );
        else if (recorded.BadLines.Count == 0)
            yield return BundleFinding.Agrees(
                Run,
                $"{NumberText.Count(recorded.Trials.Count, "trial")} of this run, each with its checksum, and "
                    + "with counts of both sides that do not contradict each other"
            );
        if (recorded.Lines.Count(line => !line.IsChecked) is > 0 and var unmarked)
            yield return BundleFinding.Unknown(
                Run,
                $"{NumberText.Count(unmarked, "trial")} of an earlier pingmark, which wrote no checksums"
            );
    }

    private static BundleFinding JudgeFile(BundleManifest manifest, BundleArchive read, string name, string text)
    {
        var part = name == BundlePaths.Summary ? Figures : Reports;
        if (read.Find(name) is not { } bytes)
            return BundleFinding.Altered(part, $"{name} is missing");
        if (bytes.AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(text)))
            return BundleFinding.Agrees(
                part,
                $"{name} is what follows from the trials, byte for byte"
                    + (name == BundlePaths.Summary ? $", with {CheckList.Rows.Count} checks made anew" : "")
            );
        var has = Encoding.UTF8.GetString(bytes);
        if (name == BundlePaths.Page && manifest.PageSha256 != BundleProgram.PageSha256)
            return BundleFinding.Unknown(
                part,
                $"{name} has style and scripts of another pingmark ({manifest.Program}; this is "
                    + $"{BundleProgram.Version}), so it can't be made anew; all that it shows is in report.md"
            );
        return name == BundlePaths.Summary ? JudgeSummary(manifest, has, text) : JudgeText(manifest, name, has, text);
    }

    private static BundleFinding JudgeSummary(BundleManifest manifest, string has, string follows)
    {
        var all = JsonDifference.Find(has, follows);
        if (all.Count > 0 && all.All(difference => difference.IsRounding))
            return BundleFinding.Unknown(
                Figures,
                $"{BundlePaths.Summary}: {NumberText.Count(all.Count, "figure")} agree in nine digits and not "
                    + $"in all, as between processors or C libraries; the first: {all[0].InWords}"
            );
        return BundleFinding.Differs(
            Figures,
            $"{BundlePaths.Summary}: "
                + (
                    all.Count == 0
                        ? "the same values in other letters"
                        : $"{all.First(one => !one.IsRounding).InWords}; values that differ: {all.Count}"
                )
                + MadeBy(manifest)
        );
    }

    private static BundleFinding JudgeText(BundleManifest manifest, string name, string has, string follows)
    {
        var (a, b) = (has.Split('\n'), follows.Split('\n'));
        var line = a.AsSpan().CommonPrefixLength(b) + 1;
        return BundleFinding.Differs(
            Reports,
            $"{name}:{line}: from here on it is not what follows from the trials{MadeBy(manifest)}"
        );
    }

    /// <summary>Another version may compute and say otherwise, and then only that version can tell.</summary>
    private static string MadeBy(BundleManifest manifest) =>
        manifest.Program == BundleProgram.Version
            ? ""
            : $" (pingmark {manifest.Program} made it, by its own words, and this is {BundleProgram.Version}: "
                + "verify it with that version)";
}
