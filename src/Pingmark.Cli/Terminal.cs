using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>What standard output shows reports as: on a terminal the last lines are seen first, elsewhere the first
    /// ones.</summary>
    public static Media Medium => Console.IsOutputRedirected ? Media.Pipe : Media.Terminal;

    /// <summary>Standard output with escape sequences; a file, a pipe or a simple terminal gets none.</summary>
    public static IAnsiConsole Output { get; } =
        AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
}
