using System.Globalization;
using Pingmark.Reports.Document;
using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>As many columns as no line has.</summary>
    internal const int Endless = 10_000;

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
            console.Profile.Width = ColumnsOfPipe(Environment.GetEnvironmentVariable("COLUMNS"));
        return console;
    }

    /// <summary>The width of what is no terminal, in columns. Programs read lines, so that none is broken, unless a
    /// person says by the variable COLUMNS how many there are; a terminal knows that itself.</summary>
    internal static int ColumnsOfPipe(string? asked) =>
        int.TryParse(asked, NumberStyles.None, CultureInfo.InvariantCulture, out var columns)
        && columns is > 0 and < Endless
            ? columns
            : Endless;
}
