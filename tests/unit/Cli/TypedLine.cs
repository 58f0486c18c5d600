using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using Pingmark.Cli;

namespace Pingmark.Tests.Cli;

/// <summary>A command line of the program as texts show it: with comments behind it, or a part of a pipe.</summary>
internal static partial class TypedLine
{
    /// <summary>A word in place of what is filled in.</summary>
    public const string FilledIn = "X";

    private const string Help = "--help";

    /// <summary>What is wrong with it by the program's own commands and options; empty: nothing. Arguments may be
    /// missing, as where a command is named, and what is filled in may be of any type.</summary>
    /// <param name="line">What stands behind the program's name.</param>
    public static IReadOnlyList<string> Problems(string line)
    {
        var words = CommandLineParser.SplitCommandLine(Ends().Split(line)[0]).ToArray();
        return words.Contains(Help)
            ? Unknown(words.TakeWhile(word => word != Help))
            :
            [
                .. Commands
                    .Root(words)
                    .Parse(words)
                    .Errors.Select(error => error.Message)
                    .Where(error => !error.StartsWith("Required", StringComparison.Ordinal))
                    .Where(error => error.StartsWith("Unrecognized") || !error.Contains($"'{FilledIn}'"))
                    .Select(error => $"pingmark {line}: {error}"),
            ];
    }

    /// <summary>Who asks for help need not give arguments; words that are no command are noticed here alone.</summary>
    private static IReadOnlyList<string> Unknown(IEnumerable<string> words)
    {
        Command command = Commands.Root();
        foreach (var word in words)
            if (command.Subcommands.FirstOrDefault(one => one.Name == word) is { } named)
                command = named;
            else
                return [$"there is no command '{word}' in: {string.Join(' ', words)}"];
        return [];
    }

    /// <summary>Where the shell's own words begin, a comment, or the explanation of an example.</summary>
    [GeneratedRegex(@"\s+#|\s*\||\s*[<>]|\s*&|;|\s{3,}")]
    private static partial Regex Ends();
}
