using System.Formats.Tar;
using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Placement;

/// <summary>Files of one folder that are sent to a site once: the same content has the same name there.</summary>
public sealed record FileSet(string Root, IReadOnlyList<string> Files)
{
    /// <summary>The last file of an archive, which lists the others: an archive that has it came whole.</summary>
    public const string ListName = ".whole";

    private const UnixFileMode Runs = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>Collects the files of a folder.</summary>
    public static FileSet Collect(string root, IEnumerable<string> parts) =>
        new(
            root,
            parts
                .Select(part => Path.GetFullPath(Path.Combine(root, part)))
                .SelectMany(path =>
                    Directory.Exists(path) ? Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories) : [path]
                )
                .Select(file => Path.GetRelativePath(root, file))
                .Distinct()
                .Order(StringComparer.Ordinal)
                .ToList()
        );

    public long Bytes => Files.Sum(file => new FileInfo(PathOf(file)).Length);

    /// <summary>Computes the name of the set from paths, contents, and which files may be executed.</summary>
    public string Hash()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in Files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes($"{file}\n{IsExecutable(file)}\n"));
            hash.AppendData(HashContent(file));
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..32];
    }

    /// <summary>What <c>sha256sum</c> prints of the files, in the order of their names.</summary>
    public string Sums() =>
        string.Concat(Files.Select(file => $"{Convert.ToHexStringLower(HashContent(file))}  {file}\n"));

    private byte[] HashContent(string file)
    {
        using var content = File.OpenRead(PathOf(file));
        return SHA256.HashData(content);
    }

    public async Task WriteTarAsync(Stream to, CancellationToken cancel)
    {
        await using var tar = new TarWriter(to, TarEntryFormat.Pax, leaveOpen: true);
        foreach (var file in Files)
        {
            await using var content = File.OpenRead(PathOf(file));
            var entry = new PaxTarEntry(TarEntryType.RegularFile, file)
            {
                DataStream = content,
                Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | (IsExecutable(file) ? Runs : 0),
            };
            await tar.WriteEntryAsync(entry, cancel).ConfigureAwait(false);
        }
        using var list = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(Files.Select(file => $"{file}\n"))));
        await tar.WriteEntryAsync(new PaxTarEntry(TarEntryType.RegularFile, ListName) { DataStream = list }, cancel)
            .ConfigureAwait(false);
    }

    private bool IsExecutable(string file) =>
        !OperatingSystem.IsWindows() && (File.GetUnixFileMode(PathOf(file)) & UnixFileMode.UserExecute) != 0;

    private string PathOf(string file) => Path.Combine(Root, file);
}
