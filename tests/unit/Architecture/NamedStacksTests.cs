using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>The controller names no stack, no library and no runtime: what it knows of them their workers tell. A place
/// that has to name one is listed here with the reason.</summary>
public sealed partial class NamedStacksTests
{
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["Pingmark/Nbn/"] = "NetworkBenchmarkDotNet's names of libraries, and the stacks that stand for them",
        ["Pingmark/Sampling/"] = "each runtime has a profiler of its own",
        ["Pingmark/Observing/"] = "each runtime tells its pauses in a way of its own",
        ["Pingmark/Suites/ClientChoice.cs"] = "what the word reference means in suites",
        ["Pingmark/Doctor/Diagnosis.cs"] = "the stacks by which a machine's noise is measured",
        ["Pingmark/Timers/"] = "the stacks whose runtimes' clocks are compared",
        ["Pingmark/Host/CleanupProcess.cs"] = "the controller's own runtime",
        ["Pingmark/Host/TuningVariables.cs"] = "variables that tune a process without being asked for",
        ["Pingmark/Workers/WorkerBuilder.cs"] = "the compiler's server must not outlive a build",
        ["Pingmark/Suites/StackIds.cs"] = "an example in a message",
        ["Pingmark/Ui/RunStarter.cs"] = "an example in a message",
    };

    [Fact]
    public void Nobody_else_names_one_and_who_may_does() => SourceLines.AreOnlyIn(Allowed, Names(), "Pingmark");

    [GeneratedRegex(
        """\b(cpp|dotnet|java)/[a-z]|"(cpp|dotnet|java)"|HotSpot|LiteNetLib|[Kk]cp2k|\bENet\b|\b[Nn]etty\b|\basio\b|"""
            + """io_uring|\.NET\b|\bJVM\b|\bJDK\b|\bJava\b|DOTNET_|C[12] Compiler"""
    )]
    private static partial Regex Names();
}
