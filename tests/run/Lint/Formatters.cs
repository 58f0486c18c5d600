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

    public static async Task<Verdict> ClangAsync(SourceFiles sources)
    {
        if ((await Tool.LinesAsync("sh", "-c", "command -v clang-format")).Count == 0)
            return Verdict.Skipped("clang-format is not installed; mend: apt-get install clang-format");
        var log = Path.Combine(Tree.Results, "lint", "clang-format");
        var files = sources.OfType(".java", ".cpp", ".h", ".hpp", ".c");
        return await Tool.RunAsync(log, ["clang-format", "--dry-run", "-Werror", .. files]) == 0
            ? Verdict.Of([])
            : Verdict.Of([await File.ReadAllTextAsync(log), "clang-format -i FILE mends it"]);
    }
}
