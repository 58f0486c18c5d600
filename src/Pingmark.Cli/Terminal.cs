using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>The width at which no line of a listing is wrapped, in columns.</summary>
    private const int Endless = 100_000;

    /// <summary>What standard output shows reports as: on a terminal the last lines are seen first, elsewhere the first
    /// ones.</summary>
    public static Media Medium => Console.IsOutputRedirected ? Media.Pipe : Media.Terminal;

    /// <summary>Standard output with escape sequences; a file, a pipe or a simple terminal gets none.</summary>
    public static IAnsiConsole Output { get; } = Create();

    /// <summary>The same for listings, which programs read line by line: only a terminal has a width.</summary>
    public static IAnsiConsole Listing { get; } = Console.IsOutputRedirected ? Create(Endless) : Output;

    private static IAnsiConsole Create(int? columns = null)
    {
        var console = AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
        console.Profile.Width = columns ?? console.Profile.Width;
        return console;
    }
}
