using System.Globalization;
using System.Text.RegularExpressions;

namespace Pingmark.Hostile.Tests;

/// <summary>docs/robustness.md has a row for each test that holds one, and no other: UPDATE_GOLDEN=1 writes it
/// anew.</summary>
public sealed partial class RobustnessTableTests
{
    private const string Begin = "<!-- Made by the tests: UPDATE_GOLDEN=1 ./test hostile -->\n";
    private static readonly string Document = Path.Combine(Repository.Root, "docs", "robustness.md");

    [Fact]
    public void The_table_of_faults_is_what_the_tests_hold()
    {
        var text = File.ReadAllText(Document);
        var made = text[..(text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)] + Table();
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(Document, made);
        else
            Assert.Equal(made, text);
    }

    private static string Table() =>
        "\n| fault | what happens | exit code | within | test |\n|---|---|---|--:|---|\n"
        + string.Concat(
            Rows()
                .OrderBy(row => row.Fault, StringComparer.Ordinal)
                .Select(row =>
                    $"| {row.Fault} | {row.Outcome} | "
                    + (row.ExitCode < 0 ? "as without it" : row.ExitCode.ToString(CultureInfo.InvariantCulture))
                    + $" | {row.Seconds} s | [{Path.GetFileNameWithoutExtension(row.Test)}](../{row.Test}) |\n"
                )
        );

    private static IEnumerable<(string Fault, string Outcome, int ExitCode, string Seconds, string Test)> Rows() =>
        from file in Sources()
        let text = CommentedLineEnd().Replace(File.ReadAllText(file), "")
        from Match row in Row().Matches(text)
        select (
            Joined(row.Groups[1].Value),
            Joined(row.Groups[2].Value),
            int.Parse(row.Groups[3].ValueSpan, CultureInfo.InvariantCulture),
            row.Groups[4].Value,
            Path.GetRelativePath(Repository.Root, file)
        );

    private static IEnumerable<string> Sources() =>
        new[] { "tests", "src/Pingmark.Conformance", "workers/cpp/kit/tests", "workers/java/kit/src/test" }
            .Select(folder => Path.Combine(Repository.Root, folder))
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
            .Where(file => Path.GetExtension(file) is ".cs" or ".java" or ".cpp" && !Built().IsMatch(file));

    private static string Joined(string literals) =>
        string.Concat(Literal().Matches(literals).Select(literal => Regex.Unescape(literal.Groups[1].Value)));

    [GeneratedRegex(
        @"\bFault\(\s*((?:""(?:[^""\\]|\\.)*""[\s+]*)+),\s*((?:""(?:[^""\\]|\\.)*""[\s+]*)+),\s*(-?\d+),\s*(\d+)\b"
    )]
    private static partial Regex Row();

    [GeneratedRegex(@"""((?:[^""\\]|\\.)*)""")]
    private static partial Regex Literal();

    [GeneratedRegex(@"\n\s*//(?!/) ?")]
    private static partial Regex CommentedLineEnd();

    [GeneratedRegex("/(bin|obj|build|target)/")]
    private static partial Regex Built();
}
