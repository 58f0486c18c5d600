using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>The width of what is no terminal, in columns: programs read lines, and no line is broken for
    /// them.</summary>
    private const int Endless = 10_000;

    /// <summary>The number of columns of standard output.</summary>
    public static int Width => Output.Profile.Width;

    /// <summary>What standard output shows reports as: on a terminal the last lines are seen first, elsewhere the first
    /// ones.</summary>
    public static Media Medium => Console.IsOutputRedirected ? Media.Pipe : Media.Terminal;

    /// <summary>Standard output with escape sequences; a file, a pipe or a simple terminal gets none, and nobody does
    /// who has set NO_COLOR.</summary>
    public static IAnsiConsole Output { get; } = Create();

    private static IAnsiConsole Create()
    {
        var console = AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands && !ProgressLog.IsPlain ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
        if (Console.IsOutputRedirected)
            console.Profile.Width = Endless;
        return console;
    }
}
