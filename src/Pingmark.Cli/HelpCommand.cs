using System.CommandLine;
using Pingmark.Formatting;

namespace Pingmark.Cli;

/// <summary>The word <c>help</c>, for <c>--help</c>.</summary>
internal static class HelpCommand
{
    public static Command Create()
    {
        var words = new Argument<string[]>("COMMAND")
        {
            Description = "The command that is explained; all commands when none is named",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var command = Help.Command("help", "Explain a command", [words], "pingmark help", "pingmark help run");
        command.Hidden = true;
        command.SetAction(
            (parsed, cancel) => ExplainAsync(parsed.GetValue(words) ?? [], parsed.InvocationConfiguration, cancel)
        );
        return command;
    }

    private static Task<int> ExplainAsync(
        IReadOnlyList<string> words,
        InvocationConfiguration configuration,
        CancellationToken cancel
    )
    {
        Command command = Commands.Root();
        foreach (var word in words)
            command =
                command.Subcommands.FirstOrDefault(one => one.Name == word)
                ?? throw new BadInputException(
                    $"there is no command '{string.Join(' ', words)}'"
                        + NearestName.Suggestion(word, command.Subcommands.Select(one => one.Name))
                        + "; `pingmark help` lists all"
                );
        return Commands.Root(words).Parse([.. words, "--help"]).InvokeAsync(configuration, cancel);
    }
}
