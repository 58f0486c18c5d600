using System.Text;
using Pingmark.Formatting;

namespace Pingmark.Bundles;

/// <summary>Holds the lines of trials.jsonl against the manifest, so that it is known which trial was altered, is
/// missing, is there twice or was added.</summary>
internal static class BundledTrials
{
    private const string Part = "trials";

    public static IReadOnlyList<BundleFinding> Compare(BundleManifest manifest, BundleArchive read)
    {
        if (read.Find(BundlePaths.Trials) is not { } bytes)
            return [];
        var lines = Lines(bytes);
        var problems = Problems(manifest.Trials, lines).ToList();
        return problems.Count > 0
            ? [.. problems.Select(problem => BundleFinding.Altered(Part, $"{BundlePaths.Trials}{problem}"))]
            :
            [
                BundleFinding.Agrees(
                    Part,
                    $"{NumberText.Count(lines.Count, "trial")}, each in its place and with the SHA-256 of the manifest"
                ),
            ];
    }

    private static IReadOnlyList<(int Number, string Sha256)> Lines(byte[] bytes) =>
        Encoding
            .UTF8.GetString(bytes)
            .Split('\n')
            .SkipLast(1)
            .Index()
            .Where(line => line.Item.Length > 0)
            .Select(line => (line.Index + 1, BundleManifest.Hash(line.Item)))
            .ToList();

    private static IEnumerable<string> Problems(
        IReadOnlyList<BundledTrial> bundled,
        IReadOnlyList<(int Number, string Sha256)> lines
    )
    {
        var (there, known) = (
            lines.Select(line => line.Sha256).ToHashSet(),
            bundled.Select(trial => trial.Sha256).ToHashSet()
        );
        var missing = bundled.Index().Where(trial => !there.Contains(trial.Item.Sha256)).ToList();
        var added = lines.Where(line => !known.Contains(line.Sha256)).ToList();
        // Of as many lines as there were, those that are not known are what the missing ones have become.
        if (lines.Count == bundled.Count && missing.Count == added.Count)
            foreach (var (trial, line) in missing.Zip(added))
                yield return $":{line.Number}: {trial.Item.InWords} was altered";
        else
        {
            foreach (var (index, trial) in missing)
                yield return $": {trial.InWords}, line {index + 1} of the manifest's, was left out or altered";
            foreach (var (number, _) in added)
                yield return $":{number}: is no trial of the manifest";
        }
        foreach (var twice in lines.GroupBy(line => line.Sha256).Where(same => same.Count() > 1))
            yield return $":{string.Join(" and ", twice.Select(line => line.Number))}: the same trial";
        if (
            missing.Count == 0
            && added.Count == 0
            && lines.Count == bundled.Count
            && !lines.Select(line => line.Sha256).SequenceEqual(bundled.Select(trial => trial.Sha256))
        )
            yield return ": the trials have another order";
    }
}
