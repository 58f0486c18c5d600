namespace Pingmark.Hostile.Tests.Faults;

public sealed class TerminalEscapeTests : FolderUser
{
    private const string Steering = "\u001b]0;owned\u0007\u009b31m\u202e";

    [Fact]
    [Fault("escape sequences in a run's schema, cells or reasons", "shown as �, never as they are", 2)]
    public async Task A_schema_does_not_steer_the_terminal()
    {
        Folder.Write("run/run.json", """{"schema":"\u001b]0;owned\u0007\u009b31m\u202e"}""");
        IsPlain((await ReportAsync()).Exits(2).Complains("has the schema \uFFFD]0;owned\uFFFD\uFFFD31m\uFFFD"));
    }

    [Fact]
    [Fault("escape sequences in what is typed, a path or a file's name", "shown as �", 2)]
    public async Task An_error_does_not_steer_the_terminal()
    {
        IsPlain((await CommandAsync("run", Steering)).Exits(2).Complains("unknown suite '\uFFFD]0;owned"));
        IsPlain((await CommandAsync(Steering)).Exits(2));
        IsPlain((await CommandAsync("report", Steering)).Exits(2));
    }

    [Fact]
    [Fault(
        "escape sequences in a run's text, asked for with `--json`",
        "escaped as JSON has it: the data is the same",
        -1
    )]
    public async Task Json_does_not_steer_the_terminal()
    {
        var info = File.ReadAllText(Folder["run/run.json"]);
        Folder.Write(
            "run/run.json",
            info.Replace("what a run can have", "a\\u202eb\\u009bc", StringComparison.Ordinal)
        );
        var result = (await CommandAsync("report", "run", "--json")).Exits(1);
        IsPlain(result);
        Assert.Equal("a\u202eb\u009bc", result.Json.GetProperty("about").GetString());
    }

    private static void IsPlain(CommandResult result) =>
        Assert.DoesNotContain(result.Output + result.Errors, c => c is '\u001b' or '\u0007' or '\u009b' or '\u202e');
}
