namespace Pingmark.EndToEndTests;

/// <summary>The help of every command, as in golden/: read the difference before it is renewed with
/// UPDATE_GOLDEN=1.</summary>
public sealed class HelpTests : CommandLineUser
{
    private static string Host => Path.GetFileNameWithoutExtension(Environment.GetCommandLineArgs()[0]);

    [Fact]
    public async Task Help_of_every_command_is_as_it_was_looked_at_and_ends_with_examples()
    {
        foreach (var command in CommandsIn(await HelpAsync("")))
        {
            var help = await HelpAsync(command);
            if (help.Contains("\nCommands:\n", StringComparison.Ordinal))
                foreach (var inner in CommandsIn(help))
                    await HelpAsync($"{command} {inner}");
        }
    }

    [Fact]
    public async Task The_launcher_calls_it_by_its_name()
    {
        await using var help = await StartAsync("--help");
        var golden = File.ReadAllText(Path.Combine(Repository.Golden, "help.txt"));
        Assert.Equal(golden, (await help.EndAsync(20)).Exits(0).Output);
    }

    [Fact]
    public async Task Without_a_command_it_says_what_to_do_first() =>
        (await RunAsync()).Exits(0).Prints("pingmark run quick", "pingmark doctor", "pingmark --help");

    [Fact]
    public async Task Lists_show_every_stack_and_suite()
    {
        (await RunAsync("list", "stacks"))
            .Exits(0)
            .Prints("cpp/tcp-epoll available", "java/tcp-nio ", "dotnet/tcp-async ")
            .Within(5);
        (await RunAsync("list", "suites"))
            .Exits(0)
            .Prints("csharp-vs-java", "epoll-vs-threads", "floor", "quick")
            .Within(5);
    }

    private async Task<string> HelpAsync(string command)
    {
        var help = (await RunAsync([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]))
            .Exits(0)
            .Within(5);
        Assert.Empty(help.Errors);
        Assert.Contains("\nExamples:\n  pingmark ", help.Output);
        var golden = Path.Combine(Repository.Golden, $"help {command}".Trim().Replace(' ', '-') + ".txt");
        // In this process the program is called as its host is.
        var said = help.Output.Replace($"  {Host} ", "  pingmark ", StringComparison.Ordinal);
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(golden, said);
        Assert.True(File.Exists(golden), $"{golden} is missing; UPDATE_GOLDEN=1 writes it");
        Assert.Equal(File.ReadAllText(golden), said);
        return help.Output;
    }

    private static IEnumerable<string> CommandsIn(string help) =>
        help.Split("Commands:\n")[1].Split("\n\n")[0].Split('\n').Select(line => line.Trim().Split(' ')[0]);
}
