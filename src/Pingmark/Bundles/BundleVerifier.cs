using System.Text;
using Pingmark.Results;

namespace Pingmark.Bundles;

/// <summary>Holds a bundle against its manifest and against what follows from its trials: whatever can be computed is
/// computed anew by the code that wrote it.</summary>
public static class BundleVerifier
{
    private const string ArchivePart = "archive",
        ManifestPart = "manifest";

    /// <param name="published">The SHA-256 that was published of it; null where none is known.</param>
    /// <exception cref="BadInputException">It is no bundle, or has in it what no bundle has.</exception>
    /// <exception cref="IOException">The files can't be written there.</exception>
    public static VerifiedBundle Verify(byte[] archive, string scratch, string? published = null)
    {
        var sha256 = BundleManifest.Hash(archive);
        var found = ComparePublished(sha256, published).ToList();
        byte[] tar;
        BundleArchive read;
        try
        {
            tar = BundleArchive.Decompress(archive);
            read = BundleArchive.Read(tar);
        }
        catch (Exception e) when (e is InvalidDataException or EndOfStreamException)
        {
            return new(
                sha256,
                null,
                null,
                null,
                [.. found, BundleFinding.Altered(ArchivePart, $"is damaged: {e.Message}")]
            );
        }
        var manifest = Manifest(read, found);
        if (manifest is not null)
        {
            found.AddRange(ManifestComparison.Compare(manifest, read));
            found.Add(Archive(manifest, read, tar, archive));
        }
        if (manifest is null || Recompute(manifest, read, scratch, found) is not { } run)
            return new(sha256, manifest, null, null, found);
        found.AddRange(BundleCaveats.List(run));
        return new(sha256, manifest, run, Path.Combine(scratch, read.Name), found);
    }

    private static IEnumerable<BundleFinding> ComparePublished(string sha256, string? published)
    {
        if (published?.Trim() is not { } other)
            yield break;
        if (other.Length != sha256.Length || !other.All(char.IsAsciiHexDigit))
            throw new BadInputException($"a SHA-256 has {sha256.Length} hexadecimal digits, and '{other}' is none");
        yield return sha256.Equals(other, StringComparison.OrdinalIgnoreCase)
            ? BundleFinding.Agrees(ArchivePart, "its SHA-256 is the one that was published")
            : BundleFinding.Altered(ArchivePart, $"its SHA-256 is {sha256}, and {other} was published");
    }

    private static BundleManifest? Manifest(BundleArchive read, List<BundleFinding> found)
    {
        if (read.Find(BundlePaths.Manifest) is not { } bytes)
        {
            found.Add(BundleFinding.Altered(ManifestPart, $"{BundlePaths.Manifest} is missing"));
            return null;
        }
        var text = Encoding.UTF8.GetString(bytes);
        if (Checksum.IsValid(text.TrimEnd()) is not true)
            found.Add(BundleFinding.Altered(ManifestPart, $"{BundlePaths.Manifest}: its checksum does not agree"));
        try
        {
            var manifest = BundleManifest.Parse(text);
            if (manifest.Run == read.Name)
                return manifest;
            found.Add(
                BundleFinding.Altered(
                    ManifestPart,
                    $"it is of the run '{manifest.Run}', and the folder is '{read.Name}'"
                )
            );
        }
        catch (BadInputException e)
        {
            found.Add(BundleFinding.Altered(ManifestPart, e.Message));
        }
        return null;
    }

    /// <summary>Compares the archive, byte for byte, with one that is made from its files again.</summary>
    private static BundleFinding Archive(BundleManifest manifest, BundleArchive read, byte[] tar, byte[] archive)
    {
        var order = manifest.Files.Select(file => file.Path).Prepend(BundlePaths.Manifest).ToList();
        var anew = (read with { Entries = [.. read.Entries.OrderBy(entry => order.IndexOf(entry.Path))] }).Tar();
        if (!anew.AsSpan().SequenceEqual(tar))
            return BundleFinding.Altered(
                ArchivePart,
                $"its bytes beside the files are not those of a bundle, from byte "
                    + $"{anew.AsSpan().CommonPrefixLength(tar)}"
                    + " of the tar on"
            );
        if (BundleArchive.Compress(tar).AsSpan().SequenceEqual(archive))
            return BundleFinding.Agrees(ArchivePart, "made anew of its files it is the same, byte for byte");
        return manifest.Platform == BundleProgram.Platform
            ? BundleFinding.Altered(
                ArchivePart,
                "all files are intact, but their compression is not what "
                    + $"{BundleProgram.Platform} makes of them: it has bytes that carry nothing, or more at its end"
            )
            : BundleFinding.Unknown(
                ArchivePart,
                $"all files are intact; whether {manifest.Platform} compressed them so can't be tried on "
                    + BundleProgram.Platform
            );
    }

    private static SummedRun? Recompute(
        BundleManifest manifest,
        BundleArchive read,
        string scratch,
        List<BundleFinding> found
    )
    {
        var path = Path.Combine(scratch, read.Name);
        Directory.CreateDirectory(path);
        foreach (var entry in read.Entries)
            PlainFile.WriteBytes(Path.Combine(path, entry.Path), entry.Bytes);
        try
        {
            using var folder = RunFolder.Open(path);
            found.AddRange(RecomputedRun.Judge(manifest, read, folder, out var run));
            return run;
        }
        catch (BadInputException e)
        {
            found.Add(BundleFinding.Altered("run", e.Message.Replace(path + Path.DirectorySeparatorChar, "")));
            return null;
        }
    }
}
