using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>What the command line asks of the run of one suite.</summary>
internal sealed record RequestedSuite
{
    /// <summary>The name or file of the suite; null: that of the run which is resumed, or of a bundle.</summary>
    public string? Suite { get; init; }

    /// <summary>The folder of the run that is resumed; null for a new run.</summary>
    public string? ResumedFolder { get; init; }

    /// <summary>The stacks in place of the suite's; null: the suite's stacks.</summary>
    public string? Stacks { get; init; }

    /// <summary>What takes the place of keys of the suite.</summary>
    public IReadOnlyList<SuiteOverride> Overrides { get; init; } = [];

    /// <summary>The folder of the results; null: one named by the suite and the time.</summary>
    public string? Folder { get; init; }

    /// <summary>Whether the cores are kept from sleeping meanwhile.</summary>
    public bool IsKeptAwake { get; init; }

    /// <summary>What it prints.</summary>
    public RunOutput Output { get; init; } = RunOutput.Tables;

    /// <summary>The command line that asks for it, without other suites.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    public required RequestedSites Sites { get; init; }

    /// <summary>Whether other suites are run by the same command.</summary>
    public bool IsOneOfSeveral { get; init; }
}
