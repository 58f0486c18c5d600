using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>Only the engines themselves name the ways to reach other machines; everybody else asks their table. A place
/// that has to name one is listed here with the reason.</summary>
public sealed partial class NamedEnginesTests
{
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["Pingmark/Reports/Glossary.cs"] = "what words of reports and suites mean",
        ["Pingmark/Placement/Engines/"] = "the engines",
        ["Pingmark/Placement/RemoteScripts.cs"] = "the agent tells what an sshd there has told it",
        ["Pingmark/Bundles/SignatureProgram.cs"] = "it signs by keys that users of ssh have",
        ["Pingmark.Cli/BundleCommand.cs"] = "an example of its help names such a key",
        ["Pingmark.Cli/RunCommand.cs"] = "an example of its help",
        ["Pingmark.Cli/NbnCommand.cs"] = "examples of its help",
        ["Pingmark.Cli/UiCommand.cs"] = "a warning names another use of ssh",
    };

    [Fact]
    public void Nobody_else_names_one_and_who_may_does() =>
        SourceLines.AreOnlyIn(Allowed, Names(), "Pingmark", "Pingmark.Cli", "Pingmark.Conformance");

    [GeneratedRegex("""\b(ssh|sshd|slurm|srun|salloc)\b|SSH_|SLURM_|Ssh[A-Z]|Slurm""")]
    private static partial Regex Names();
}
