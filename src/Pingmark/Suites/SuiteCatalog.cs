using Pingmark.Formatting;

namespace Pingmark.Suites;

/// <summary>A suite that can be run by its name.</summary>
/// <param name="About">What the suite shows; for a file that can't be read, why.</param>
public sealed record SuiteListing(string Name, string Path, string About);

/// <summary>The suites of a folder, by the names of their files.</summary>
/// <param name="folder">Usually <c>suites/</c> of the source tree; one that doesn't exist has no suites.</param>
public sealed class SuiteCatalog(string folder)
{
    private const string Extension = ".yaml";

    /// <summary>The names in alphabetical order.</summary>
    public IReadOnlyList<string> Names =>
        Directory.Exists(folder)
            ? Directory
                .EnumerateFiles(folder, "*" + Extension)
                .Select(f => Path.GetFileNameWithoutExtension(f)!)
                .Order(StringComparer.Ordinal)
                .ToList()
            : [];

    /// <summary>Lists all suites; a broken one with what is wrong with it.</summary>
    public IReadOnlyList<SuiteListing> List() =>
        Names.Select(name => new SuiteListing(name, PathOf(name), About(PathOf(name)))).ToList();

    /// <summary>The path of a suite that is given by its name, or by a path.</summary>
    /// <exception cref="BadInputException">There is no such suite.</exception>
    public string Find(string nameOrPath)
    {
        if (IsPath(nameOrPath))
            return File.Exists(nameOrPath) ? nameOrPath : throw new BadInputException($"{nameOrPath}: no such file");
        var names = Names;
        if (names.Contains(nameOrPath))
            return PathOf(nameOrPath);
        throw new BadInputException(
            names.Count > 0
                ? $"unknown suite '{nameOrPath}'{NearestName.Suggestion(nameOrPath, names)}\n"
                    + "`pingmark list suites` lists all"
                : $"unknown suite '{nameOrPath}': there are none in {folder}"
        );
    }

    private static bool IsPath(string nameOrPath) =>
        nameOrPath.Contains('/') || nameOrPath.EndsWith(Extension) || nameOrPath.EndsWith(".yml");

    private static string About(string path)
    {
        try
        {
            return SuiteFile.AboutOf(path) ?? "";
        }
        catch (BadInputException e)
        {
            return e.Message;
        }
    }

    private string PathOf(string name) => Path.Combine(folder, name + Extension);
}
