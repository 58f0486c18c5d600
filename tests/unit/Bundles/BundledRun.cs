using System.Text;
using Pingmark.Bundles;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;

namespace Pingmark.Tests.Bundles;

/// <summary>A run of three rounds of two cells, as it is after <c>run</c>, and its bundle.</summary>
internal sealed class BundledRun : IDisposable
{
    private const int Rounds = 3;
    private readonly TemporaryFolder _folder = new();
    private int _verified;
    private BundleArchive? _made;

    public BundledRun(string name = "run", DateTimeOffset? startedAt = null)
    {
        var cells = new[] { Trial.Cell("x/tcp-a"), Trial.Cell("x/tcp-b") };
        var info = Trial.Run(cells) with { StartedAt = startedAt ?? DateTimeOffset.UnixEpoch };
        using var folder = RunFolder.Create(_folder[name], info);
        for (var round = 1; round <= Rounds; round++)
            folder.Append([
                .. cells.Select(
                    (cell, i) => Trial.Of(Trial.Window(10_000 + 500 * i + 37 * round), round: round, cell: cell.Id)
                ),
            ]);
        folder.Complete(folder.ReadInfo(), Rounds * cells.Length);
        var run = SummedRun.Read(folder);
        RunReports.Write(folder, run.Info, run.Trials, run.Summary);
        Path = folder.Path;
    }

    public string Path { get; }

    public string this[string file] => System.IO.Path.Combine(Path, file);

    public byte[] Bundle => BundleMaker.Make(Path).Archive;

    public VerifiedBundle Verify(byte[] archive, params IReadOnlyList<IBundleClaim> claims) =>
        BundleVerifier.Verify(archive, Directory.CreateDirectory(_folder[$"verified-{++_verified}"]).FullName, claims);

    /// <summary>The bundle with a file changed, as somebody would do it who knows nothing of manifests.</summary>
    public byte[] With(string path, Func<string, string> change) => Packed(Changed(path, change));

    /// <summary>The bundle with a file changed by somebody who makes the manifest anew.</summary>
    public byte[] Forged(string path, Func<string, string> change)
    {
        var changed = Changed(path, change);
        var manifest = BundleManifest.Parse(Encoding.UTF8.GetString(changed.Find(BundlePaths.Manifest)!));
        var forged = manifest with
        {
            Files =
            [
                .. changed
                    .Entries.Where(entry => entry.Path != BundlePaths.Manifest)
                    .Select(entry => new BundledFile(entry.Path, entry.Bytes.Length, BundleManifest.Hash(entry.Bytes))),
            ],
            Trials =
            [
                .. Lines(Encoding.UTF8.GetString(changed.Find(BundlePaths.Trials)!))
                    .Select(line =>
                        manifest.Trials.FirstOrDefault(trial => trial.Sha256 == BundleManifest.Hash(line))
                        ?? new("x/tcp-a c1", 1, 1, BundleManifest.Hash(line))
                    ),
            ],
        };
        return Packed(With(changed, BundlePaths.Manifest, forged.Text()));
    }

    public static IEnumerable<string> Lines(string text) => text.Split('\n').SkipLast(1);

    public static byte[] Packed(BundleArchive archive) => BundleArchive.Compress(archive.Tar());

    private BundleArchive Changed(string path, Func<string, string> change)
    {
        var archive = _made ??= BundleArchive.Read(BundleArchive.Decompress(Bundle));
        return With(archive, path, change(Encoding.UTF8.GetString(archive.Find(path)!)));
    }

    private static BundleArchive With(BundleArchive archive, string path, string text) =>
        archive with
        {
            Entries =
            [
                .. archive.Entries.Select(entry =>
                    entry.Path == path ? new BundleEntry(path, Encoding.UTF8.GetBytes(text)) : entry
                ),
            ],
        };

    public void Dispose() => _folder.Dispose();
}
