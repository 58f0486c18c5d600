using System.Text.RegularExpressions;
using Pingmark.Model.Loads;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>Nobody names an engine, a load or a stack; everybody asks their tables for the property that matters. A
/// place that has to name one is listed here with the reason.</summary>
public sealed partial class NamedThingsTests
{
    /// <summary>The ways to reach other machines.</summary>
    private static readonly Dictionary<string, string> NamingEngines = new()
    {
        ["Pingmark/Placement/Engines/"] = "the engines",
        ["Pingmark/Placement/RemoteScripts.cs"] = "the agent tells what an sshd there has told it",
        ["Pingmark.Cli/RunCommand.cs"] = "an example of its help",
        ["Pingmark.Cli/NbnCommand.cs"] = "examples of its help",
        ["Pingmark.Cli/UiCommand.cs"] = "a warning names another use of ssh",
    };

    /// <summary>Only the loads themselves say which load they are.</summary>
    private static readonly Dictionary<string, string> NamingLoads = new()
    {
        ["Pingmark/Model/Loads/"] = "the loads",
        ["Pingmark/Model/Scenario.cs"] = "the load of a scenario that asks for none",
        ["Pingmark/Schema/LoadKeys.cs"] = "a field of connect, and the load that no request names",
        ["Pingmark/Trials/ClientSide.cs"] = "the load that every client can make",
        ["Pingmark/Workers/StackDescription.cs"] = "the load that every client can make",
        ["Pingmark/Capacity/Reporting/CapacityGroup.cs"] = "how often players get snapshots",
        ["Pingmark/Checks/TargetRateChecks.cs"] = "a check of the rate of snapshots",
    };

    /// <summary>What the controller knows of stacks, libraries and runtimes their workers tell.</summary>
    private static readonly Dictionary<string, string> NamingStacks = new()
    {
        ["Pingmark/Nbn/"] = "NetworkBenchmarkDotNet's names of libraries, and the stacks that stand for them",
        ["Pingmark/Sampling/"] = "each runtime has a profiler of its own",
        ["Pingmark/Observing/"] = "each runtime tells its pauses in a way of its own",
        ["Pingmark/Suites/ClientChoice.cs"] = "what the word reference means in suites",
        ["Pingmark/Doctor/Diagnosis.cs"] = "the stacks by which a machine's noise is measured",
        ["Pingmark/Timers/"] = "the stacks whose runtimes' clocks are compared",
        ["Pingmark/Host/TuningVariables.cs"] = "variables that tune a process without being asked for",
        ["Pingmark/Workers/WorkerBuilder.cs"] = "the compiler's server must not outlive a build",
        ["Pingmark/Suites/StackIds.cs"] = "an example in a message",
        ["Pingmark/Ui/RunStarter.cs"] = "an example in a message",
    };

    [Fact]
    public void Nobody_else_names_one_and_who_may_does()
    {
        SourceLines.AreOnlyIn(NamingEngines, Engines(), "Pingmark", "Pingmark.Cli", "Pingmark.Conformance");
        SourceLines.AreOnlyIn(NamingLoads, Loads(), "Pingmark", "Pingmark.Cli");
        SourceLines.AreOnlyIn(NamingStacks, Stacks(), "Pingmark");
    }

    [GeneratedRegex("""\b(ssh|sshd|slurm|srun|salloc)\b|SSH_|SLURM_|Ssh[A-Z]|Slurm""")]
    private static partial Regex Engines();

    /// <summary>A load's class, its name as a value, or an option that has a name.</summary>
    private static Regex Loads()
    {
        var names = string.Join('|', LoadList.All.Select(load => load.Name));
        var classes = string.Join('|', LoadList.All.Select(load => load.GetType().Name));
        return new($"""\b({classes})\b|test: ({names})|["]({names})["]|--test [a-z]""");
    }

    [GeneratedRegex(
        """\b(cpp|dotnet|java)/[a-z]|"(cpp|dotnet|java)"|HotSpot|LiteNetLib|[Kk]cp2k|\bENet\b|\b[Nn]etty\b|\basio\b|"""
            + """io_uring|\.NET\b|\bJVM\b|\bJDK\b|\bJava\b|DOTNET_|C[12] Compiler"""
    )]
    private static partial Regex Stacks();
}
