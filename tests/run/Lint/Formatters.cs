using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun.Lint;

/// <summary>The formatters, asked whether they would change anything.</summary>
internal static class Formatters
{
    public static async Task<Verdict> CSharpAsync(SourceFiles sources)
    {
        var log = Path.Combine(Tree.Results, "lint", "csharpier");
        return
            await Tool.RunAsync(log, ["dotnet", "tool", "restore"]) == 0
            && await Tool.RunAsync(log, ["dotnet", "csharpier", "check", "."]) == 0
            ? Verdict.Of([])
            : Verdict.Of([await File.ReadAllTextAsync(log), "dotnet csharpier format . mends it"]);
    }

    public static Task<Verdict> CppAsync(SourceFiles sources) =>
        ClangAsync(Needs.ClangFormat, sources.OfType(".cpp", ".h", ".hpp", ".c"));

    /// <summary>Earlier versions than this one take Java's <c>switch</c> apart.</summary>
    public static Task<Verdict> JavaAsync(SourceFiles sources) =>
        ClangAsync(Needs.ClangFormatOfJava, sources.OfType(".java"));

    private static async Task<Verdict> ClangAsync(Need formatter, IReadOnlyList<string> files)
    {
        if (!await formatter.IsMetAsync())
            return Verdict.Skipped(
                $"{formatter.Tool} is not installed; mend: apt-get install {string.Join(' ', formatter.Packages)}"
            );
        var log = Path.Combine(Tree.Results, "lint", formatter.Tool);
        return await Tool.RunAsync(log, [formatter.Tool, "--dry-run", "-Werror", .. files]) == 0
            ? Verdict.Of([])
            : Verdict.Of([await File.ReadAllTextAsync(log), $"{formatter.Tool} -i FILE mends it"]);
    }
}
