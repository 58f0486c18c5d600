using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.History.Database;
using Pingmark.Host;

namespace Pingmark.Cli;

/// <summary>Runs the command line and turns every outcome into a message and a documented exit code.</summary>
internal static class CommandLine
{
    public static async Task<int> InvokeAsync(RootCommand root, string[] args)
    {
        Screen.Use();
        var parsed = root.Parse(args);
        var isJson = AsksForJson(parsed);
        if (parsed.Errors.Count > 0)
        {
            await ComplainAsync([.. parsed.Errors.Select(error => Describe(parsed, error.Message))], isJson);
            await Console.Error.WriteLineAsync(
                $"`pingmark {HelpOf(parsed.CommandResult.Command)}` shows what it takes"
            );
            return ExitCode.BadInput;
        }
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
        catch (Exception e)
        {
            var (error, exitCode) = e switch
            {
                OperationCanceledException => ("interrupted", ExitCode.Interrupted),
                PingmarkException meant => (meant.Message, meant.ExitCode),
                IOException => (e.Message, ExitCode.CellFailed),
                _ => (
                    $"a defect of pingmark, please report it: {e.GetType().Name}: {e.Message}\n{e.StackTrace}",
                    ExitCode.CellFailed
                ),
            };
            await ComplainAsync([error], isJson);
            return exitCode;
        }
    }

    /// <summary>Writes errors to stderr; whoever reads JSON finds them on stdout, too, as one object.</summary>
    public static async Task ComplainAsync(IReadOnlyList<string> errors, bool isJson)
    {
        foreach (var error in errors)
            await Console.Error.WriteLineAsync($"pingmark: {error}");
        if (isJson)
            Screen.WriteErrorAsJson(string.Join('\n', errors));
    }

    /// <summary>The typed words, without those for the results' folder and the display.</summary>
    public static IReadOnlyList<string> Words(ParseResult parsed, string? flag = null, string? option = null)
    {
        var words = parsed.Tokens.Select(token => token.Value).ToList();
        words.RemoveAll(word => word == flag);
        if (option is not null && words.IndexOf(option) is >= 0 and var at)
            words.RemoveRange(at, Math.Min(2, words.Count - at));
        return words;
    }

    internal static string HelpOf(Command command) => string.Join(' ', [.. Path(command), "--help"]);

    private static IEnumerable<string> Path(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } above ? [.. Path(above), command.Name] : [];

    private static bool AsksForJson(ParseResult parsed) =>
        parsed.CommandResult.Command.Options.FirstOrDefault(option => option.Name == "--json") is { } json
        && parsed.GetResult(json) is { Implicit: false };

    private static string Describe(ParseResult parsed, string error) =>
        TerminalSafeText.Message(DatabaseUrl.WithoutPassword(error.TrimEnd('.') + Suggestion(parsed, error)));

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
            ? NearestName.Suggestion(unknown, names)
            : "";
    }
}
