using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests;

[CollectionDefinition(nameof(VariablesTests), DisableParallelization = true)]
[Collection(nameof(VariablesTests))]
public sealed partial class VariablesTests
{
    [Fact]
    public void A_wrong_value_is_refused_and_not_repeated() =>
        Assert.All<(string Name, string Value)>(
            [
                ("PINGMARK_TOKEN", "0123"),
                ("PINGMARK_DB", "host=localhost password=secret"),
                ("PINGMARK_NO_INSTALL", "yes"),
                ("PINGMARK_ACCEPT_NOISE", "true"),
                ("PINGMARK_LONGEST_WARM_UP_MS", "0"),
                ("PINGMARK_LONGEST_WARM_UP_MS", "x"),
                ("PINGMARK_LONGEST_WARM_UP_MS", "99999999999"),
                ("PINGMARK_ROOT", "/nowhere"),
                ("PINGMARK_WORKERS", "/:/nowhere"),
            ],
            row =>
            {
                var error = With(row.Name, row.Value, () => Assert.Throws<BadInputException>(Variables.Require));
                Assert.StartsWith($"{row.Name} of the environment has to be ", error.Message);
                Assert.DoesNotContain("secret", error.Message);
            }
        );

    [Fact]
    public void A_right_one_is_taken() =>
        Assert.All<(string Name, string Value)>(
            [
                ("PINGMARK_LONGEST_WARM_UP_MS", "400"),
                ("PINGMARK_LONGEST_WARM_UP_MS", ""),
                ("PINGMARK_ACCEPT_NOISE", "0"),
                ("PINGMARK_WORKERS", "/:/tmp"),
                ("PINGMARK_TOKEN", "0123456789abcdef0123456789ABCDEF"),
            ],
            row => Assert.Null(With(row.Name, row.Value, () => Record.Exception(Variables.Require)))
        );

    /// <summary>The mark of processes on other machines is no setting.</summary>
    [Fact]
    public void No_other_is_read() =>
        Assert.Equal(
            Variables.All.Select(one => one.Name).Append("PINGMARK_REMOTE_CONTROLLER").Order(),
            Directory
                .EnumerateFiles(In("src"), "*.cs", SearchOption.AllDirectories)
                .Where(file => !file.Contains("/obj/", StringComparison.Ordinal))
                .SelectMany(file => Name().Matches(File.ReadAllText(file)).Select(match => match.Value))
                .Distinct()
                .Order()
        );

    [Fact]
    public void The_document_has_the_same_table() =>
        Golden.CheckDocument(
            "commands.md",
            "| variable | effect | has to be |\n|---|---|---|\n"
                + string.Concat(Variables.All.Select(one => $"| `{one.Shown}` | {one.Effect} | {one.Values} |\n"))
        );

    private static T With<T>(string name, string value, Func<T> test)
    {
        var before = Environment.GetEnvironmentVariable(name);
        Environment.SetEnvironmentVariable(name, value);
        try
        {
            return test();
        }
        finally
        {
            Environment.SetEnvironmentVariable(name, before);
        }
    }

    private static string In(params string[] path) => Path.Combine([Root(), .. path]);

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", ".."));

    [GeneratedRegex("PINGMARK_[A-Z_]+")]
    private static partial Regex Name();
}
