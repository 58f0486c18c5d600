using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Workers;

/// <summary>Finds the tree in which workers are built: a checkout that this user can write is built in place. What is
/// installed, or belongs to others, is copied once into the user's cache, and never written.</summary>
public static class BuildTree
{
    /// <summary>The folder with the built program, by which an installed tree is known.</summary>
    public const string Program = "program";

    private const string Sources = "workers";

    /// <summary>A folder beside the sources with what was built for a release, by the same paths as in them.</summary>
    private const string Built = "built";

    /// <summary>Files beside the workers that their builds read.</summary>
    private static readonly string[] Shared = ["Directory.Build.props", "Directory.Packages.props", ".editorconfig"];

    /// <param name="root">The tree with the workers' sources.</param>
    /// <param name="cache">The user's cache folder; null where there is none.</param>
    /// <param name="version">The version of this program.</param>
    /// <exception cref="BadInputException">There has to be a copy, and none can be made.</exception>
    public static string FindOrCreate(string root, string? cache, string version)
    {
        var sources = Path.Combine(root, Sources);
        if (!Directory.Exists(Path.Combine(root, Program)) && Libc.IsWritable(sources))
            return root;
        if (cache is null)
            throw new BadInputException(
                "workers can't be built in the folder of pingmark, and there is no home folder for their builds; set "
                    + "XDG_CACHE_HOME"
            );
        var files = Files(root).OrderBy(file => file.To, StringComparer.Ordinal).ToList();
        var copy = Path.Combine(cache, "pingmark", "trees", $"{version.Split('+')[0]}-{Key(files, version)}");
        try
        {
            if (!Directory.Exists(copy))
                Copy(files, copy);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BadInputException(
                $"the workers can't be copied to {copy}, to be built there: {e.Message}; set XDG_CACHE_HOME to a "
                    + "folder that can be written"
            );
        }
        return copy;
    }

    /// <summary>The files of a copy, with their paths in it.</summary>
    private static IEnumerable<(string From, string To)> Files(string root)
    {
        var sources = Path.Combine(root, Sources);
        foreach (var file in Shared.Select(name => Path.Combine(root, name)).Where(File.Exists))
            yield return (file, Path.GetRelativePath(root, file));
        foreach (var file in WorkerSources.FilesIn(sources))
            if (!Path.GetRelativePath(root, file).Split('/').Any(IsOfThisMachine))
                yield return (file, Path.GetRelativePath(root, file));
        var built = Path.Combine(root, Built);
        if (Directory.Exists(built))
            foreach (var file in Directory.EnumerateFiles(built, "*", SearchOption.AllDirectories))
                yield return (file, Path.Combine(Sources, Path.GetRelativePath(built, file)));
    }

    private static bool IsOfThisMachine(string part) => part is ".pingmark" or "node_modules";

    /// <summary>A name that is another one when a file has changed.</summary>
    private static string Key(IEnumerable<(string From, string To)> files, string version)
    {
        var text = new StringBuilder(version);
        foreach (var (from, to) in files)
            if (new FileInfo(from) is var file)
                text.Append(CultureInfo.InvariantCulture, $"\n{to}\n{file.Length} {file.LastWriteTimeUtc.Ticks}");
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())))[..16];
    }

    /// <summary>Copies files with their dates, by which builds go, and renames the copy when it is whole.</summary>
    private static void Copy(IEnumerable<(string From, string To)> files, string copy)
    {
        var fresh = $"{copy}.{Path.GetRandomFileName()}";
        try
        {
            foreach (var (from, to) in files)
            {
                var target = Path.Combine(fresh, to);
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(from, target);
            }
            if (!Directory.Exists(copy))
                Directory.Move(fresh, copy);
        }
        catch (IOException) when (Directory.Exists(copy))
        { /* Another process was faster. */
        }
        finally
        {
            if (Directory.Exists(fresh))
                Directory.Delete(fresh, recursive: true);
        }
    }
}
