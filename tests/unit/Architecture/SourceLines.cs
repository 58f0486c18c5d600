using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>The lines of C# sources below <c>src</c>, without comments.</summary>
internal static partial class SourceLines
{
    /// <param name="project">Its folder in <c>src</c>.</param>
    /// <returns>Each with its file's path in that folder.</returns>
    public static IReadOnlyList<(string File, string Line)> Matching(string project, Regex words)
    {
        var folder = Path.Combine(Root(), "src", project);
        return (
            from file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            let name = Path.GetRelativePath(folder, file)
            where
                !name.StartsWith("obj/", StringComparison.Ordinal) && !name.StartsWith("bin/", StringComparison.Ordinal)
            from line in File.ReadLines(file)
            where !Comment().IsMatch(line) && words.IsMatch(line)
            select (name, line.Trim())
        ).ToList();
    }

    /// <summary>Checks that nobody but the allowed places has such a line, and that each of these has one.</summary>
    /// <param name="projects">Their folders in <c>src</c>.</param>
    /// <param name="allowed">Paths below <c>src</c>, or beginnings of paths, each with the reason.</param>
    public static void AreOnlyIn(IReadOnlyDictionary<string, string> allowed, Regex words, params string[] projects)
    {
        var found = projects
            .SelectMany(project => Matching(project, words).Select(one => $"{project}/{one.File}: {one.Line}"))
            .ToList();
        Assert.Equal(
            [],
            found.Where(line => !allowed.Keys.Any(path => line.StartsWith(path, StringComparison.Ordinal)))
        );
        Assert.All(
            allowed.Keys,
            path => Assert.Contains(found, line => line.StartsWith(path, StringComparison.Ordinal))
        );
    }

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", ".."));

    [GeneratedRegex(@"^\s*//")]
    private static partial Regex Comment();
}
