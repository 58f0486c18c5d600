using System.CommandLine;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

/// <summary>What messages, help and reports tell people to type is understood as it stands there.</summary>
public sealed partial class HintsTests
{
    [Fact]
    public void Each_hint_is_a_command_that_exists()
    {
        var all = Found().Distinct().ToList();
        Assert.All(all, hint => Assert.Empty(TypedLine.Problems(hint)));
        // Hints of every kind are looked at.
        Assert.Subset(
            all.ToHashSet(),
            new HashSet<string> { "list suites", "run quick", "report X", "conform --list", "build X" }
        );
    }

    /// <summary>A word that is not there is found in hints of more than one form.</summary>
    [Fact]
    public void One_that_does_not_is_noticed() =>
        Assert.All<string>(
            ["stacks --help", "run quick --budgt 3m", "frobnicate", "history list --metric rtt_p50_ns"],
            hint => Assert.NotEmpty(TypedLine.Problems(hint))
        );

    [Fact]
    public void An_error_points_to_the_help_of_its_command()
    {
        var list = Commands.Root().Subcommands.Single(command => command.Name == "history").Subcommands;
        Assert.Equal("history push --help", CommandLine.HelpOf(list.Single(command => command.Name == "push")));
        Assert.Equal("--help", CommandLine.HelpOf(Commands.Root()));
    }

    private static IEnumerable<string> Found() =>
        from file in Directory.EnumerateFiles(Sources(), "*.cs", SearchOption.AllDirectories)
        where !file.Contains("/obj/", StringComparison.Ordinal) && !file.Contains("/bin/", StringComparison.Ordinal)
        // A literal that goes on in the next line is one text; what is filled in is a word.
        let text = FilledIn().Replace(Joint().Replace(File.ReadAllText(file), ""), TypedLine.FilledIn)
        from hint in Hint().Matches(text).Concat(Quoted().Matches(text)).Select(match => match.Groups["line"].Value)
        // The help of whatever command was typed.
        where !hint.StartsWith(TypedLine.FilledIn, StringComparison.Ordinal)
        select hint.Replace("\\\"", "\"", StringComparison.Ordinal);

    private static string Sources([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", "..", "src"));

    [GeneratedRegex("\"\\s*\\+\\s*\\$?\"")]
    private static partial Regex Joint();

    [GeneratedRegex(@"\{[^{}\n]*\}")]
    private static partial Regex FilledIn();

    [GeneratedRegex(@"`(?:\./)?pingmark (?<line>[^`\n]+)`")]
    private static partial Regex Hint();

    /// <summary>A literal that is a command as a whole, as examples of help are, and lines of an
    /// introduction.</summary>
    [GeneratedRegex(
        "(?:(?<!\\{\\$)\"|^\\s+)(?:\\./)?pingmark (?<line>[a-z-](?:[^\"\\n\\\\]|\\\\.)*)",
        RegexOptions.Multiline
    )]
    private static partial Regex Quoted();
}
