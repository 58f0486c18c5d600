using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

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

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", ".."));

    [GeneratedRegex(@"^\s*//")]
    private static partial Regex Comment();
}
