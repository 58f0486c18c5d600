using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>The width of what is no terminal, in columns: programs read lines, and no line is broken for
    /// them.</summary>
    private const int Endless = 10_000;

    /// <summary>The width of the narrowest usual terminal.</summary>
    private const int Usual = 80;

    /// <summary>The number of columns of standard output.</summary>
    public static int Width => Output.Profile.Width;

    /// <summary>Standard output with escape sequences; a file, a pipe or a simple terminal gets none, and nobody does
    /// who has set NO_COLOR.</summary>
    public static IAnsiConsole Output { get; } = Create(Endless);

    /// <summary>Standard output for a report: what is as long as a screen is also as wide as one where nobody tells how
    /// wide it is.</summary>
    public static IAnsiConsole OutputOf(Media medium) => medium == Media.Terminal ? Create(Usual) : Output;

    /// <param name="width">The width of what is no terminal.</param>
    private static IAnsiConsole Create(int width)
    {
        var console = AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands && !ProgressLog.IsPlain ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
        if (Console.IsOutputRedirected)
            console.Profile.Width = width;
        return console;
    }
}
