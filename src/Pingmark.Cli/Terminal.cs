using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>Standard output; what goes to a file, a pipe or a simple terminal has no escape sequences.</summary>
    public static IAnsiConsole Output { get; } =
        AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
}
