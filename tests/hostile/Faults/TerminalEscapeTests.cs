using System.Text.Json;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Escape sequences of a run, a worker or a name never reach the terminal; JSON keeps them escaped.</summary>
public sealed class TerminalEscapeTests : FolderUser
{
    private const string Steering = "\u001b]0;owned\u0007\u009b31m\u202e";

    [Fact]
    public async Task Errors_show_them_as_a_replacement()
    {
        Folder.Write("run/run.json", """{"schema":"\u001b]0;owned\u0007\u009b31m\u202e"}""");
        IsPlain((await ReportAsync()).Exits(2).Complains("has the schema \uFFFD]0;owned\uFFFD\uFFFD31m\uFFFD"));
        IsPlain((await CommandAsync("run", Steering)).Exits(2).Complains("unknown suite '\uFFFD]0;owned"));
        IsPlain((await CommandAsync(Steering)).Exits(2));
        IsPlain((await CommandAsync("report", Steering)).Exits(2));
    }

    [Fact]
    public async Task Json_escapes_them()
    {
        var info = File.ReadAllText(Folder["run/run.json"]);
        Folder.Write(
            "run/run.json",
            info.Replace("what a run can have", "a\\u202eb\\u009bc", StringComparison.Ordinal)
        );
        var result = (await CommandAsync("report", "run", "--json")).Exits(1);
        IsPlain(result);
        Assert.Equal("a\u202eb\u009bc", result.Json.GetProperty("about").GetString());
        Folder.Write("worker.sh", "read request\nprintf '\\033]0;owned\\a\\302\\233\\342\\200\\256\\n'\n");
        result = await CommandAsync("conform", "--command", "sh worker.sh", "--case", "handshake.hello", "--json");
        IsPlain(result.Exits(1));
        using var first = JsonDocument.Parse(result.Output.Split('\n')[0]);
        Assert.Contains("\u001b]0;owned\u0007\u009b\u202e", first.RootElement.GetProperty("seen").GetString());
    }

    private static void IsPlain(CommandResult result) =>
        Assert.DoesNotContain(result.Output + result.Errors, c => c is '\u001b' or '\u0007' or '\u009b' or '\u202e');
}
