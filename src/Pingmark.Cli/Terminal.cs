using Spectre.Console;

namespace Pingmark.Cli;

internal static class Terminal
{
    /// <summary>Standard output; what goes to a file or a pipe has no escape sequences.</summary>
    public static IAnsiConsole Output { get; } =
        AnsiConsole.Create(new() { Ansi = Console.IsOutputRedirected ? AnsiSupport.No : AnsiSupport.Detect });
}
