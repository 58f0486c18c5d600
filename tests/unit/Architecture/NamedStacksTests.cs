using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>The controller names no stack, no library and no runtime: what it knows of them their workers tell. A place
/// that has to name one is listed here with the reason.</summary>
public sealed partial class NamedStacksTests
{
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["Nbn/"] = "NetworkBenchmarkDotNet's names of libraries, and the stacks that stand for them",
        ["Sampling/"] = "each runtime has a profiler of its own",
        ["Suites/ClientChoice.cs"] = "what the word reference means in suites",
        ["Doctor/Diagnosis.cs"] = "the stacks by which a machine's noise is measured",
        ["Timers/"] = "the stacks whose runtimes' clocks are compared",
        ["Host/CleanupProcess.cs"] = "the controller's own runtime",
        ["Host/TuningVariables.cs"] = "variables that tune a process without being asked for",
        ["Workers/WorkerBuilder.cs"] = "the compiler's server must not outlive a build",
        ["Suites/StackIds.cs"] = "an example in a message",
        ["Ui/RunStarter.cs"] = "an example in a message",
    };

    [Fact]
    public void Nobody_else_names_one() =>
        Assert.Empty(
            from found in Named()
            where !Allowed.Keys.Any(path => found.File.StartsWith(path, StringComparison.Ordinal))
            select $"{found.File}: {found.Line}"
        );

    [Fact]
    public void Who_may_does()
    {
        var files = Named().Select(found => found.File).ToList();
        Assert.All(
            Allowed.Keys,
            path => Assert.Contains(files, file => file.StartsWith(path, StringComparison.Ordinal))
        );
    }

    private static IReadOnlyList<(string File, string Line)> Named() => SourceLines.Matching("Pingmark", Names());

    [GeneratedRegex(
        """\b(cpp|dotnet|java)/[a-z]|"(cpp|dotnet|java)"|HotSpot|LiteNetLib|[Kk]cp2k|\bENet\b|\b[Nn]etty\b|\basio\b|"""
            + """io_uring|\.NET\b|\bJVM\b|\bJDK\b|\bJava\b|DOTNET_|C[12] Compiler"""
    )]
    private static partial Regex Names();
}
