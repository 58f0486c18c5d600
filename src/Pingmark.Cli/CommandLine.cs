using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.History.Database;
using Pingmark.Host;

namespace Pingmark.Cli;

/// <summary>Runs the command line and turns every outcome into a message and a documented exit code.</summary>
internal static class CommandLine
{
    /// <summary>A word such as <c>@file</c> is an argument, and not a file of more arguments.</summary>
    public static ParserConfiguration Syntax => new() { ResponseFileTokenReplacer = null };

    public static async Task<int> InvokeAsync(RootCommand root, string[] args)
    {
        Screen.Use();
        var parsed = root.Parse(args, Syntax);
        if (parsed.Errors.Count > 0)
        {
            foreach (var error in parsed.Errors)
                await Console.Error.WriteLineAsync(
                    TerminalSafeText.Message(
                        DatabaseUrl.WithoutPassword(
                            $"pingmark: {error.Message.TrimEnd('.')}{Suggestion(parsed, error.Message)}"
                        )
                    )
                );
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
        catch (OperationCanceledException)
        {
            await Console.Error.WriteLineAsync("pingmark: interrupted");
            return ExitCode.Interrupted;
        }
        catch (PingmarkException e)
        {
            await Console.Error.WriteLineAsync($"pingmark: {e.Message}");
            return e.ExitCode;
        }
        catch (IOException e)
        {
            await Console.Error.WriteLineAsync($"pingmark: {e.Message}");
            return ExitCode.CellFailed;
        }
        catch (Exception e)
        {
            await Console.Error.WriteLineAsync(
                $"pingmark: a defect of pingmark, please report it: {e.GetType().Name}: {e.Message}"
                    + $"{Environment.NewLine}{e.StackTrace}"
            );
            return ExitCode.CellFailed;
        }
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
