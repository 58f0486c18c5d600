using System.Text;
using Pingmark.Reports;
using Pingmark.Results;

namespace Pingmark.Bundles;

public sealed record MadeBundle(byte[] Archive, BundleManifest Manifest, IReadOnlyList<string> LeftOut)
{
    public string Sha256 => BundleManifest.Hash(Archive);
}

/// <summary>Makes the bundle of a run's folder; the same folder gives the same bytes.</summary>
public static class BundleMaker
{
    /// <exception cref="BadInputException">There is no run, it is damaged, its reports are not what this program makes
    /// of its trials, or it is too large.</exception>
    public static MadeBundle Make(string path)
    {
        using var folder = RunFolder.Open(path);
        folder.Lock();
        if (!BundlePaths.IsName(folder.Name))
            throw new BadInputException(
                $"the folder's name, '{folder.Name}', is no name for a bundle: have at most "
                    + $"{BundleLimits.MaxNameLetters} letters a-z, digits, -, _ and . in it; rename it, and let "
                    + "`pingmark report` write its reports anew"
            );
        RequireWhole(folder.Read(), path);
        var files = BundlePaths.Needed.Select(file => Read(folder, file)).ToList();
        if (files.Sum(file => (long)file.Bytes.Length) > MaxFilesBytes)
            throw new BadInputException(
                $"{path} is too large for a bundle: {BundleLimits.MaxUnpackedBytes >> 20} MiB are the most"
            );
        RequireOwnReports(folder, files);
        var manifest = Describe(folder, files);
        var archive = new BundleArchive(
            folder.Name,
            [new(BundlePaths.Manifest, Encoding.UTF8.GetBytes(manifest.Text())), .. files]
        );
        return new(BundleArchive.Compress(archive.Tar()), manifest, LeftOut(folder));
    }

    /// <summary>Leaves room for the manifest and for the heads of files.</summary>
    private const long MaxFilesBytes = BundleLimits.MaxUnpackedBytes - (32 << 20);

    private static void RequireWhole(RecordedRun run, string path)
    {
        if (run.BadLines.Count > 0)
            throw new BadInputException($"{path} is damaged, so it is no evidence: {run.BadLines[0]}");
        if (!run.IsPlanIntact || run.HasDamagedTrials)
            throw new BadInputException(
                $"{path} is damaged, so it is no evidence: "
                    + (run.IsPlanIntact ? "trials are missing" : "run.json is not as it was written")
            );
    }

    private static void RequireOwnReports(RunFolder folder, IReadOnlyList<BundleEntry> files)
    {
        var run = SummedRun.Read(folder);
        foreach (var (name, text) in RunReports.Files(folder.Name, run.Info, run.Trials, run.Summary))
            if (!files.Single(file => file.Path == name).Bytes.AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(text)))
                throw new BadInputException(
                    $"{folder[name]} is not what this pingmark makes of the run's trials; `pingmark report "
                        + $"{folder.Path}` writes it anew"
                );
    }

    private static BundleManifest Describe(RunFolder folder, IReadOnlyList<BundleEntry> files)
    {
        var recorded = folder.Read();
        return new()
        {
            Run = folder.Name,
            Suite = recorded.Plan.Suite,
            StartedAt = recorded.Plan.StartedAt,
            Seed = recorded.Plan.Seed,
            Program = BundleProgram.Version,
            Platform = BundleProgram.Platform,
            PageSha256 = BundleProgram.PageSha256,
            Trials = recorded
                .Lines.Select(line => new BundledTrial(
                    line.Trial.Cell,
                    line.Trial.Round,
                    line.Trial.Block,
                    BundleManifest.Hash(line.Text)
                ))
                .ToList(),
            Files = files
                .Select(file => new BundledFile(file.Path, file.Bytes.Length, BundleManifest.Hash(file.Bytes)))
                .ToList(),
        };
    }

    private static BundleEntry Read(RunFolder folder, string file) =>
        PlainFile.Exists(folder[file])
            ? new(file, PlainFile.ReadBytes(folder[file], BundleLimits.MaxUnpackedBytes))
            : throw new BadInputException(
                $"{folder[file]} is missing; `pingmark report {folder.Path}` writes all that follows from the trials"
            );

    private static List<string> LeftOut(RunFolder folder) =>
        Directory
            .EnumerateFileSystemEntries(folder.Path)
            .Select(entry => Path.GetFileName(entry))
            .Where(name => !BundlePaths.IsPart(name))
            .Order(StringComparer.Ordinal)
            .ToList();
}
