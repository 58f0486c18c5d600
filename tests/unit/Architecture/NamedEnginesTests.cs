using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>Only the engines themselves name the ways to reach other machines; everybody else asks their table. A place
/// that has to name one is listed here with the reason.</summary>
public sealed partial class NamedEnginesTests
{
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["Pingmark/Placement/Engines/"] = "the engines",
        ["Pingmark/Placement/RemoteScripts.cs"] = "the agent tells what an sshd there has told it",
        ["Pingmark.Cli/RunCommand.cs"] = "an example of its help",
        ["Pingmark.Cli/NbnCommand.cs"] = "examples of its help",
        ["Pingmark.Cli/UiCommand.cs"] = "a warning names another use of ssh",
    };

    [Fact]
    public void Nobody_else_names_one() =>
        Assert.Equal(
            [],
            from found in Named()
            where !Allowed.Keys.Any(path => found.StartsWith(path, StringComparison.Ordinal))
            select found
        );

    [Fact]
    public void Who_may_does() =>
        Assert.All(
            Allowed.Keys,
            path => Assert.Contains(Named(), found => found.StartsWith(path, StringComparison.Ordinal))
        );

    private static IEnumerable<string> Named() =>
        from project in new[] { "Pingmark", "Pingmark.Cli", "Pingmark.Conformance" }
        from found in SourceLines.Matching(project, Names())
        select $"{project}/{found.File}: {found.Line}";

    [GeneratedRegex("""\b(ssh|sshd|slurm|srun|salloc)\b|SSH_|SLURM_|Ssh[A-Z]|Slurm""")]
    private static partial Regex Names();
}
