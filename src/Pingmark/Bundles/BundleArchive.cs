using System.Formats.Tar;
using System.IO.Compression;

namespace Pingmark.Bundles;

internal sealed record BundleEntry(string Path, byte[] Bytes);

/// <summary>The archive of a bundle, a tar that gzip has compressed, with all files in one folder. It has no times,
/// owners or rights, so that the same files are the same bytes.</summary>
internal sealed record BundleArchive(string Name, IReadOnlyList<BundleEntry> Entries)
{
    private const UnixFileMode Mode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private static readonly byte[] GzipBegin = [0x1f, 0x8b];

    public byte[]? Find(string path) => Entries.FirstOrDefault(entry => entry.Path == path)?.Bytes;

    public byte[] Tar()
    {
        using var tar = new MemoryStream();
        using (var writer = new TarWriter(tar, TarEntryFormat.Ustar, leaveOpen: true))
            foreach (var entry in Entries)
                writer.WriteEntry(
                    new UstarTarEntry(TarEntryType.RegularFile, $"{Name}/{entry.Path}")
                    {
                        DataStream = new MemoryStream(entry.Bytes),
                        Mode = Mode,
                        ModificationTime = DateTimeOffset.UnixEpoch,
                    }
                );
        return tar.ToArray();
    }

    public static byte[] Compress(byte[] tar)
    {
        using var archive = new MemoryStream();
        using (var gzip = new GZipStream(archive, CompressionLevel.Optimal, leaveOpen: true))
            gzip.Write(tar);
        return archive.ToArray();
    }

    /// <exception cref="BadInputException">It is no archive, or is larger than a bundle can be.</exception>
    /// <exception cref="InvalidDataException">It is damaged.</exception>
    public static byte[] Decompress(byte[] archive)
    {
        if (!archive.AsSpan().StartsWith(GzipBegin))
            throw new BadInputException("it is no bundle: it does not begin as what gzip has compressed");
        using var tar = new MemoryStream();
        using var gzip = new GZipStream(new MemoryStream(archive), CompressionMode.Decompress);
        var part = new byte[1 << 16];
        while (gzip.Read(part) is > 0 and var count)
            if (tar.Length + count > BundleLimits.MaxUnpackedBytes)
                throw new BadInputException(
                    $"it unpacks to more than {BundleLimits.MaxUnpackedBytes >> 20} MiB, which no bundle does"
                );
            else
                tar.Write(part, 0, count);
        return tar.ToArray();
    }

    /// <exception cref="BadInputException">It has in it what no bundle has: which entry, and what it is.</exception>
    /// <exception cref="InvalidDataException">It is damaged.</exception>
    public static BundleArchive Read(byte[] tar)
    {
        using var reader = new TarReader(new MemoryStream(tar));
        var (folder, files) = ((string?)null, new List<BundleEntry>());
        var seen = new HashSet<string>(StringComparer.Ordinal);
        while (Next(reader) is { } entry)
        {
            var (name, path) = Place(entry);
            if (!seen.Add(path))
                throw Refused(entry, "is there twice");
            if ((folder ??= name) != name)
                throw Refused(entry, $"is not in the folder '{folder}' as the others");
            if (entry.Length > tar.Length)
                throw new InvalidDataException($"'{entry.Name}' would be larger than the whole");
            var bytes = new byte[entry.Length];
            entry.DataStream?.ReadExactly(bytes);
            files.Add(new(path, bytes));
        }
        return folder is null ? throw new BadInputException("it is no bundle: it has no files") : new(folder, files);
    }

    private static TarEntry? Next(TarReader reader)
    {
        try
        {
            return reader.GetNextEntry();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Numbers, names and sizes of headers may be anything, and the reader has an error of its own for each.
            throw new InvalidDataException(e.Message, e);
        }
    }

    private static (string Name, string Path) Place(TarEntry entry)
    {
        if (entry.EntryType != TarEntryType.RegularFile || entry.Format != TarEntryFormat.Ustar)
            throw Refused(entry, $"is no plain file but {Kind(entry)}");
        if (entry.Name.StartsWith('/') || entry.Name.Split('/').Contains(".."))
            throw Refused(entry, "leads out of the bundle");
        return entry.Name.Split('/', 2) is [var name, var path] && BundlePaths.IsName(name) && BundlePaths.IsPart(path)
            ? (name, path)
            : throw Refused(entry, "is no file that a bundle has");
    }

    private static string Kind(TarEntry entry) =>
        entry.EntryType switch
        {
            TarEntryType.SymbolicLink or TarEntryType.HardLink => $"a link to '{entry.LinkName}'",
            TarEntryType.Directory or TarEntryType.DirectoryList => "a folder",
            TarEntryType.RegularFile => $"one in the form {entry.Format}",
            var other => $"a {other}",
        };

    private static BadInputException Refused(TarEntry entry, string what) =>
        new($"its entry '{entry.Name}' {what}; nothing was taken out of it");
}
