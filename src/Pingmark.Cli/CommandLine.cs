using System.CommandLine;
using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.History.Database;
using Pingmark.Host;

namespace Pingmark.Cli;

/// <summary>Runs the command line and turns every outcome into a message and a documented exit code.</summary>
internal static partial class CommandLine
{
    public static async Task<int> InvokeAsync(RootCommand root, string[] args)
    {
        Screen.Use();
        try
        {
            UserSettings.Use();
        }
        catch (PingmarkException e)
        {
            return await TellAsync(e.Message, e.ExitCode);
        }
        var parsed = root.Parse(UserSettings.Complete(root, args));
        return parsed.Errors.Count > 0 ? await RefuseAsync(parsed) : await InvokeAsync(parsed);
    }

    private static async Task<int> RefuseAsync(ParseResult parsed)
    {
        // Behind a word that is no command nothing has a meaning that it could miss.
        var isUnknown = parsed.CommandResult.Command == parsed.RootCommandResult.Command;
        foreach (var error in parsed.Errors.Take(isUnknown ? 1 : int.MaxValue))
            await Console.Error.WriteLineAsync(
                TerminalSafeText.Message(
                    DatabaseUrl.WithoutPassword($"pingmark: {Worded(error.Message)}{Suggestion(parsed, error.Message)}")
                )
            );
        await Console.Error.WriteLineAsync($"`pingmark {HelpOf(parsed.CommandResult.Command)}` shows what it takes");
        return ExitCode.BadInput;
    }

    private static async Task<int> InvokeAsync(ParseResult parsed)
    {
        try
        {
            Variables.Require();
            OpenFiles.Require();
            using var interruption = new Interruption();
            return await interruption.AwaitAsync(
                parsed.InvokeAsync(
                    new() { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null },
                    interruption.Requested
                )
            );
        }
        catch (OperationCanceledException)
        {
            return await TellAsync("interrupted", ExitCode.Interrupted);
        }
        catch (PingmarkException e)
        {
            return await TellAsync(e.Message, e.ExitCode);
        }
        catch (IOException e)
        {
            return await TellAsync(e.Message, ExitCode.CellFailed);
        }
        catch (Exception e)
        {
            return await TellAsync(
                $"a defect of pingmark, please report it: {e.GetType().Name}: {e.Message}"
                    + $"{Environment.NewLine}{e.StackTrace}",
                ExitCode.CellFailed
            );
        }
    }

    private static async Task<int> TellAsync(string message, int exitCode)
    {
        await Console.Error.WriteLineAsync($"pingmark: {message}");
        return exitCode;
    }

    /// <summary>The words that were typed, without those that only say where results go and how they are
    /// shown.</summary>
    /// <param name="flag">An option without a value that is left out.</param>
    /// <param name="option">An option with a value that is left out.</param>
    public static IReadOnlyList<string> Words(ParseResult parsed, string? flag = null, string? option = null)
    {
        var words = parsed.Tokens.Select(token => token.Value).ToList();
        words.RemoveAll(word => word == flag);
        if (option is not null && words.IndexOf(option) is >= 0 and var at)
            words.RemoveRange(at, Math.Min(2, words.Count - at));
        return words;
    }

    /// <summary>The words that explain a command: <c>history list --help</c>.</summary>
    internal static string HelpOf(Command command) => string.Join(' ', [.. Path(command), "--help"]);

    /// <summary>The names of a command and of those above it, but for the program.</summary>
    private static IEnumerable<string> Path(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } above ? [.. Path(above), command.Name] : [];

    /// <summary>The parser's message without names of types, which tell nothing to who does not program.</summary>
    internal static string Worded(string error) =>
        OfType().Match(error) is { Success: true } match
            ? $"{match.Groups["name"].Value} must be {Kind(match.Groups["type"].Value)}, not "
                + $"'{match.Groups["value"].Value}'"
            : error.TrimEnd('.');

    private static string Kind(string type) =>
        type.Contains("Int", StringComparison.Ordinal) ? "a whole number"
        : type.Contains("Bool", StringComparison.Ordinal) ? "true or false"
        : "a number";

    [GeneratedRegex(
        "^Cannot parse argument '(?<value>.*)' for (option|command|argument) "
            + "'(?<name>.*)' as expected type '(?<type>.*)'",
        RegexOptions.Singleline
    )]
    private static partial Regex OfType();

    /// <summary>A suggestion for an unknown word: the nearest option or command.</summary>
    private static string Suggestion(ParseResult parsed, string error)
    {
        var command = parsed.CommandResult.Command;
        var names = command.Options.Select(o => o.Name).Concat(command.Subcommands.Select(c => c.Name)).ToList();
        return
            parsed
                .UnmatchedTokens.Concat(parsed.Tokens.Select(token => token.Value).Where(word => !names.Contains(word)))
                .FirstOrDefault(word => error.Contains($"'{word}'", StringComparison.Ordinal))
                is { } unknown
            && error.StartsWith("Unrecognized", StringComparison.Ordinal)
            ? command
                .Subcommands.Where(one => one.Options.Any(option => option.Name == unknown))
                .MinBy(one => one.Name, StringComparer.Ordinal)
                is { } below
                ? $"; `pingmark {string.Join(' ', Path(below))} {unknown}` takes it"
                : NearestName.Suggestion(unknown, names)
            : "";
    }
}
