using System.Text;
using Pingmark.Formatting;

namespace Pingmark.Bundles;

/// <summary>Compares the files of a bundle, and each line of trials.jsonl, with the manifest.</summary>
internal static class ManifestComparison
{
    public static IReadOnlyList<BundleFinding> Compare(BundleManifest manifest, BundleArchive read)
    {
        var lines = read.Find(BundlePaths.Trials) is { } trials ? HashLines(trials) : null;
        return
        [
            .. Findings(
                "files",
                FileProblems(manifest, read),
                $"{NumberText.Count(manifest.Files.Count, "file")}, each with the size and SHA-256 of the manifest"
            ),
            .. lines is null
                ? []
                : Findings(
                    "trials",
                    TrialProblems(manifest.Trials, lines).Select(problem => BundlePaths.Trials + problem),
                    $"{NumberText.Count(lines.Count, "trial")}, each in its place and with the SHA-256 of the manifest"
                ),
        ];
    }

    private static IEnumerable<BundleFinding> Findings(string part, IEnumerable<string> problems, string whenIntact) =>
        problems
            .Select(problem => BundleFinding.Altered(part, problem))
            .DefaultIfEmpty(BundleFinding.Agrees(part, whenIntact));

    private static IEnumerable<string> FileProblems(BundleManifest manifest, BundleArchive read)
    {
        foreach (var twice in manifest.Files.GroupBy(file => file.Path).Where(same => same.Count() > 1))
            yield return $"the manifest has {twice.Key} twice";
        foreach (var file in manifest.Files)
            if (read.Find(file.Path) is not { } bytes)
                yield return $"{file.Path} is missing";
            else if (bytes.Length != file.Bytes)
                yield return $"{file.Path} has {bytes.Length} bytes, and had {file.Bytes} when it was bundled";
            else if (BundleManifest.Hash(bytes) is var hash && hash != file.Sha256)
                yield return $"{file.Path} was altered: its SHA-256 is {hash}, and was {file.Sha256}";
        var known = manifest.Files.Select(file => file.Path).Append(BundlePaths.Manifest).ToHashSet();
        foreach (var entry in read.Entries.Where(entry => !known.Contains(entry.Path)))
            yield return $"{entry.Path} was added: the manifest does not have it";
        foreach (var needed in BundlePaths.Needed.Where(path => !known.Contains(path)))
            yield return $"the manifest does not have {needed}";
    }

    private static IReadOnlyList<(int Number, string Sha256)> HashLines(byte[] bytes) =>
        Encoding
            .UTF8.GetString(bytes)
            .Split('\n')
            .SkipLast(1)
            .Index()
            .Where(line => line.Item.Length > 0)
            .Select(line => (line.Index + 1, BundleManifest.Hash(line.Item)))
            .ToList();

    private static IEnumerable<string> TrialProblems(
        IReadOnlyList<BundledTrial> bundled,
        IReadOnlyList<(int Number, string Sha256)> lines
    )
    {
        var missing = bundled.Index().ExceptBy(lines.Select(line => line.Sha256), trial => trial.Item.Sha256).ToList();
        var added = lines.ExceptBy(bundled.Select(trial => trial.Sha256), line => line.Sha256).ToList();
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
            missing.Count + added.Count == 0
            && lines.Count == bundled.Count
            && !lines.Select(line => line.Sha256).SequenceEqual(bundled.Select(trial => trial.Sha256))
        )
            yield return ": the trials have another order";
    }
}
