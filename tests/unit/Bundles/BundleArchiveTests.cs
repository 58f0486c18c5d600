using System.Formats.Tar;
using Pingmark.Bundles;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Bundles;

/// <summary>Archives of strangers: what no bundle has is refused in words, before anything is written.</summary>
public sealed class BundleArchiveTests
{
    [Fact]
    public void A_path_that_no_bundle_has_is_refused() =>
        Assert.All<(string Name, string Why)>(
            [
                ("run/../../home/report.md", "leads out of the bundle"),
                ("/run/report.md", "leads out of the bundle"),
                ("../report.md", "leads out of the bundle"),
                ("report.md", "is no file that a bundle has"),
                (".run/report.md", "is no file that a bundle has"),
                ("run/.bashrc", "is no file that a bundle has"),
                ("run/notes.txt", "is no file that a bundle has"),
                ("run/more/report.md", "is no file that a bundle has"),
                ("run//report.md", "is no file that a bundle has"),
                ("run/report.md\u001b[31m", "is no file that a bundle has"),
            ],
            row => AssertRefused(row.Why, File(row.Name))
        );

    [Fact]
    public void What_is_no_plain_file_is_refused() =>
        Assert.All<TarEntryType>(
            [
                TarEntryType.SymbolicLink,
                TarEntryType.HardLink,
                TarEntryType.Directory,
                TarEntryType.Fifo,
                TarEntryType.CharacterDevice,
                TarEntryType.BlockDevice,
            ],
            kind =>
            {
                var entry = new UstarTarEntry(kind, "run/report.md");
                if (kind is TarEntryType.SymbolicLink or TarEntryType.HardLink)
                    entry.LinkName = "/etc/passwd";
                AssertRefused("is no plain file", entry);
            }
        );

    [Fact]
    public void Other_forms_of_tar_and_files_twice_or_in_two_folders_are_refused()
    {
        AssertRefused("one in the form Pax", new PaxTarEntry(TarEntryType.RegularFile, "run/report.md"));
        AssertRefused("is there twice", File("run/report.md"), File("run/report.md"));
        AssertRefused("is not in the folder 'run'", File("run/report.md"), File("other/run.json"));
    }

    /// <summary>A few hundred kilobytes.</summary>
    [Trait("Gate", "no")]
    [Fact]
    public void What_unpacks_to_more_than_a_bundle_can_be_is_refused()
    {
        var bomb = BundleArchive.Compress(new byte[BundleLimits.MaxUnpackedBytes + 1]);
        Assert.InRange(bomb.Length, 0, 2_000_000);
        var refused = Assert.Throws<BadInputException>(() => BundleArchive.Decompress(bomb));
        Assert.Contains("unpacks to more than 256 MiB", refused.Message);
    }

    [Fact]
    public void A_file_that_claims_to_be_larger_than_all_is_damage()
    {
        var tar = Tar(File("run/report.md"));
        "77777777777"u8.CopyTo(tar.AsSpan(124));
        "        "u8.CopyTo(tar.AsSpan(148));
        var sum = tar.AsSpan(0, 512).ToArray().Sum(part => part);
        System.Text.Encoding.ASCII.GetBytes($"{Convert.ToString(sum, 8).PadLeft(6, '0')}\0 ").CopyTo(tar, 148);
        Assert.Throws<InvalidDataException>(() => BundleArchive.Read(tar));
    }

    [Fact]
    public void What_is_no_archive_is_refused()
    {
        Assert.Throws<BadInputException>(() => BundleArchive.Decompress([]));
        Assert.Throws<BadInputException>(() => BundleArchive.Decompress("plain text"u8.ToArray()));
        Assert.Throws<BadInputException>(() => BundleArchive.Read([]));
        Assert.Throws<BadInputException>(() => BundleArchive.Read([.. "plain text"u8, .. new byte[1024]]));
    }

    /// <summary>The numbers stand in the documentation, too.</summary>
    [Fact]
    public void Limits_are_documented() =>
        Assert.All(
            [
                $"| a bundle's file | {BundleLimits.MaxArchiveBytes >> 20} MiB |",
                $"| all that it unpacks to | {BundleLimits.MaxUnpackedBytes >> 20} MiB |",
                $"| letters of the name of its folder, or of a file | {BundleLimits.MaxNameLetters} |",
            ],
            row => Assert.Contains(row, Documentation.Read("commands.md"))
        );

    private static UstarTarEntry File(string name) => new(TarEntryType.RegularFile, name);

    private static void AssertRefused(string why, params IReadOnlyList<TarEntry> entries)
    {
        using var folder = new TemporaryFolder();
        var refused = Assert.Throws<BadInputException>(() =>
            BundleVerifier.Verify(BundleArchive.Compress(Tar([.. entries])), folder.Path)
        );
        Assert.Contains(why, refused.Message);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    private static byte[] Tar(params TarEntry[] entries)
    {
        using var tar = new MemoryStream();
        using (var writer = new TarWriter(tar, leaveOpen: true))
            foreach (var entry in entries)
                writer.WriteEntry(entry);
        return tar.ToArray();
    }
}
