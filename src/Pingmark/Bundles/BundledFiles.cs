using Pingmark.Formatting;

namespace Pingmark.Bundles;

/// <summary>Holds each file of a bundle against the manifest.</summary>
internal static class BundledFiles
{
    private const string Part = "files";

    public static IReadOnlyList<BundleFinding> Compare(BundleManifest manifest, BundleArchive read)
    {
        var problems = Problems(manifest, read).ToList();
        return problems.Count > 0
            ? [.. problems.Select(problem => BundleFinding.Altered(Part, problem))]
            :
            [
                BundleFinding.Agrees(
                    Part,
                    $"{NumberText.Count(manifest.Files.Count, "file")}, each with the size and SHA-256 of the manifest"
                ),
            ];
    }

    private static IEnumerable<string> Problems(BundleManifest manifest, BundleArchive read)
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
}
