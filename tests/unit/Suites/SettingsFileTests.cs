using System.Runtime.CompilerServices;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

public sealed class SettingsFileTests
{
    private const string Begin = "<!-- Made by the tests: settings -->\n";

    [Fact]
    public void Each_key_stands_for_a_variable() =>
        Assert.Equal(
            new Dictionary<string, string>
            {
                ["PINGMARK_BUDGET"] = "90s",
                ["PINGMARK_RUNS"] = "/home/me/bench",
                ["NO_COLOR"] = "1",
                ["RestoreSources"] = "https://packages.example/v3/index.json",
                ["PINGMARK_DB"] = "postgres://me@db/pingmark",
                ["PINGMARK_WORKERS"] = "/:/tmp",
                ["PINGMARK_NO_INSTALL"] = "1",
            },
            SettingsFile.Parse(
                """
                budget: 90s
                runs: ~/bench
                color: never
                nuget_source: https://packages.example/v3/index.json
                database: postgres://me@db/pingmark
                workers: [/, /tmp]
                install: false
                """,
                "config.yaml",
                "/home/me"
            )
        );

    [Theory]
    [InlineData("")]
    [InlineData("# nothing yet\n")]
    [InlineData("color: auto\ninstall: true\n")]
    public void What_is_usual_sets_nothing(string text) => Assert.Empty(SettingsFile.Parse(text, "config.yaml", null));

    [Theory]
    [InlineData("color: auto\nbudgt: 2m", "config.yaml:2:1: unknown key 'budgt'; did you mean 'budget'?")]
    [InlineData("budget: soon", "config.yaml:1:9: budget")]
    [InlineData("budget: [1m, 2m]", "config.yaml:1:9: budget must be a single value, not a list")]
    [InlineData("color: blue", "config.yaml:1:8: color must be ")]
    [InlineData("install: maybe", "config.yaml:1:10: install must be true or false, not 'maybe'")]
    [InlineData("workers: /nowhere", "config.yaml:1:10: workers must be folders that are there")]
    [InlineData("- budget", "config.yaml:1:1: settings must be a mapping of keys to values, not a list")]
    [InlineData("runs: {a: b", "config.yaml:")]
    public void What_is_wrong_is_told_with_its_place(string text, string message) =>
        Assert.StartsWith(
            message,
            Assert.Throws<BadInputException>(() => SettingsFile.Parse(text, "config.yaml", null)).Message
        );

    [Fact]
    public void What_may_be_a_secret_is_not_repeated() =>
        Assert.DoesNotContain(
            "hunter2",
            Assert
                .Throws<BadInputException>(() => SettingsFile.Parse("database: me:hunter2@db", "config.yaml", null))
                .Message
        );

    [Fact]
    public void There_need_not_be_a_file() => Assert.Empty(SettingsFile.Load("/nowhere/config.yaml", null));

    [Fact]
    public void The_document_has_the_same_table()
    {
        var document = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Here())!, "../../../docs/commands.md"));
        var text = File.ReadAllText(document);
        var start = text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        var made =
            text[..start]
            + "\n| key | in place of | effect | has to be |\n|---|---|---|---|\n"
            + string.Concat(
                UserSetting.All.Select(one => $"| `{one.Key}` | `{one.Variable}` | {one.Effect} | {one.Values} |\n")
            )
            + text[text.IndexOf("\n\n", start + 1, StringComparison.Ordinal)..].TrimStart('\n').Insert(0, "\n");
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(document, made);
        else
            Assert.Equal(made, text);
    }

    private static string Here([CallerFilePath] string caller = "") => caller;
}
