using System.Text.Json;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class TerminalEscapeTests : FolderUser
{
    private const string Steering = "\u001b]0;owned\u0007\u009b31m\u202e",
        InvisibleTag = "\U000E0001";

    [Fact]
    [Fault("escape sequences in a run's schema, cells or reasons", "shown as �, never as they are", 2, 5)]
    public async Task A_schema_does_not_steer_the_terminal()
    {
        Folder.Write("run/run.json", """{"schema":"\u001b]0;owned\u0007\u009b31m\u202e"}""");
        IsPlain((await ReportAsync()).Exits(2).Complains("has the schema \uFFFD]0;owned\uFFFD\uFFFD31m\uFFFD"));
    }

    [Fact]
    [Fault("escape sequences in what is typed, a path or a file's name", "shown as �", 2, 5)]
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
        -1,
        5
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

    [Fact]
    public async Task Nor_does_json_of_what_a_worker_wrote()
    {
        Folder.Write(
            "worker.sh",
            "read request\nprintf '\\033]0;owned\\a\\302\\233\\342\\200\\256\\363\\240\\200\\201\\n'\n"
        );
        var result = await CommandAsync("conform", "--command", "sh worker.sh", "--case", "handshake.hello", "--json");
        IsPlain(result.Exits(1));
        Assert.DoesNotContain(InvisibleTag, result.Output);
        using var first = JsonDocument.Parse(result.Output.Split('\n')[0]);
        Assert.Contains(
            $"\u001b]0;owned\u0007\u009b\u202e{InvisibleTag}",
            first.RootElement.GetProperty("seen").GetString()
        );
    }

    private static void IsPlain(CommandResult result) =>
        Assert.DoesNotContain(result.Output + result.Errors, c => c is '\u001b' or '\u0007' or '\u009b' or '\u202e');
}
