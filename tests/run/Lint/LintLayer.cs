using System.Diagnostics;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun.Lint;

/// <summary>What can be told of the sources without running them; a test for each rule.</summary>
internal static class LintLayer
{
    private static readonly (string Name, Func<SourceFiles, Task<Verdict>> Check)[] Rules =
    [
        ("C# is as CSharpier formats it", Formatters.CSharpAsync),
        ("C++ is as clang-format formats it", Formatters.CppAsync),
        ("Java is as clang-format 19 formats it", Formatters.JavaAsync),
        ("no line is longer than 120 columns", TextRules.LineLengthAsync),
        ("no file is longer than 500 lines", TextRules.FileLengthAsync),
        ("nothing is left to do", TextRules.NothingLeftToDoAsync),
        ("lines end as everywhere else", TextRules.LineEndsAsync),
        ("what is built is not tracked", TreeRules.NothingBuiltAsync),
        ("every project is in the solution", TreeRules.SolutionAsync),
        ("scripts can be read by bash", TreeRules.ScriptsAsync),
    ];

    public static Layer Create() =>
        new(
            "lint",
            async layer =>
            {
                var sources = await SourceFiles.TrackedAsync();
                foreach (var (name, check) in Rules)
                {
                    var clock = Stopwatch.StartNew();
                    var verdict = await check(sources);
                    layer.Found.Add(new(name, verdict.Outcome, clock.Elapsed.TotalSeconds, verdict.Message));
                }
                return true;
            }
        )
        {
            Uses = Needs.Lint,
        };
}

/// <summary>What a rule found.</summary>
internal sealed record Verdict(Outcome Outcome, string Message)
{
    /// <summary>Passed when there is nothing to complain about.</summary>
    public static Verdict Of(IEnumerable<string> complaints) =>
        complaints.ToList() is { Count: > 0 } all
            ? new(Outcome.Failed, string.Join('\n', all))
            : new(Outcome.Passed, "");

    public static Verdict Skipped(string reason) => new(Outcome.Skipped, reason);
}
