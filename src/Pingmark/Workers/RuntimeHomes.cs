using System.Text.RegularExpressions;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>Finds the installed versions of a runtime, each of which has a folder of its own.</summary>
public sealed record RuntimeHomes
{
    /// <summary>The environment variable that names such folders, separated by colons.</summary>
    public required string Variable { get; init; }

    /// <summary>Folders whose folders are looked through after those that the variable names and the one of the program
    /// on the PATH.</summary>
    public IReadOnlyList<string> Within { get; init; } = [];

    /// <summary>The program in such a folder, such as <c>bin/run</c>.</summary>
    public required string Program { get; init; }

    /// <summary>The file that tells the version, and the expression that matches where it is
    /// <c>{version}</c>.</summary>
    public required string File { get; init; }
    public required string Says { get; init; }

    /// <returns>The folder of a version; null where there is none.</returns>
    public string? Find(string version) => All().FirstOrDefault(home => Tells(home, version));

    private IEnumerable<string> All() =>
        Variables
            .Folders(Environment.GetEnvironmentVariable(Variable))
            .Select(Path.GetFullPath)
            .Concat(OnPath() is { } home ? [home] : [])
            .Concat(
                Within.Where(Directory.Exists).SelectMany(Directory.EnumerateDirectories).Order(StringComparer.Ordinal)
            );

    private string? OnPath() =>
        Executables.Find(Path.GetFileName(Program)) is { } found
        && (System.IO.File.ResolveLinkTarget(found, returnFinalTarget: true)?.FullName ?? found) is var program
        && program.EndsWith($"/{Program}", StringComparison.Ordinal)
            ? program[..^(Program.Length + 1)]
            : null;

    private bool Tells(string home, string version) =>
        System.IO.File.Exists(Path.Combine(home, Program))
        && Regex.IsMatch(
            Told(Path.Combine(home, File)),
            Says.Replace("{version}", Regex.Escape(version), StringComparison.Ordinal),
            RegexOptions.CultureInvariant,
            TimeSpan.FromSeconds(1)
        );

    /// <summary>The text of the file; empty where it can't be read.</summary>
    private static string Told(string file)
    {
        try
        {
            return System.IO.File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
