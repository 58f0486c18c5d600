using System.Globalization;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>run.json: what was asked for and where it ran; with trials.jsonl it is all that a report needs.</summary>
public sealed record RunInfo
{
    public const string CurrentSchema = "pingmark.run/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Suite { get; init; }
    public string About { get; init; } = "";

    /// <summary>The command line without the output folder; empty if unknown.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];
    public required DateTimeOffset StartedAt { get; init; }
    public required int Seed { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>Names of environment variables that tune the runtimes of workers, in alphabetical order.</summary>
    public IReadOnlyList<string> TuningVariables { get; init; } = [];

    /// <summary>The machines that workers ran on; empty where all ran on this one.</summary>
    public IReadOnlyList<SiteInfo> Sites { get; init; } = [];
    public required IReadOnlyList<Cell> Cells { get; init; }
    public required SuiteSettings Settings { get; init; }

    /// <summary>The duration that the budget left of the one in the settings, in ns.</summary>
    public long PlannedDurationNs { get; init; }
    public int PlannedRounds { get; init; }

    /// <summary>How many trials were measured; null if the run did not end by itself.</summary>
    public int? Trials { get; init; }

    /// <summary>Where the run's time went; null if the run did not end by itself.</summary>
    public TimeUse? TimeUse { get; init; }

    /// <summary>Each network that cells ask for, as it was measured before its use.</summary>
    public IReadOnlyList<NetworkCheck> Networks { get; init; } = [];
    public Published? Published { get; init; }

    /// <summary>Where the sides of cells are that have a process each.</summary>
    public Setting Setting { get; init; } = Setting.OneMachine;

    /// <summary>What stacks are, in their own words; empty where they were not asked before the first trial.</summary>
    public IReadOnlyDictionary<string, string> Stacks { get; init; } = new Dictionary<string, string>();

    /// <summary>The files of servers, by their stacks; empty where it is not the servers alone that differ.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Sources { get; init; } =
        new Dictionary<string, IReadOnlyList<StackSource>>();

    /// <summary>The workers that were built here; empty in earlier runs.</summary>
    public IReadOnlyList<WorkerBinary> Workers { get; init; } = [];

    /// <summary>What had to be changed before the start: no IPv6, a budget that shortened the plan.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
}

public sealed record MachineInfo
{
    public required string Cpu { get; init; }
    public required int Cores { get; init; }

    /// <summary>The number of physical cores; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PhysicalCores { get; init; }
    public required string Kernel { get; init; }
    public required string Os { get; init; }
    public required string CongestionControl { get; init; }
    public string PingmarkVersion { get; init; } = "";

    /// <summary>What must be equal for figures of two machines to be comparable, in words.</summary>
    [JsonIgnore]
    public IReadOnlyList<(string What, string Value)> Facts =>
        [
            ("processor", Cpu),
            ("cores", Cores.ToString(CultureInfo.InvariantCulture)),
            ("kernel", Kernel),
            ("system", Os),
            ("congestion control", CongestionControl),
            ("pingmark version", PingmarkVersion),
        ];
}

/// <summary>What was found of a machine that workers ran on; run.json has it beside the server's machine.</summary>
public sealed record SiteInfo
{
    public required string Name { get; init; }

    /// <summary>What ran there: <c>server</c>, <c>client</c> or both.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    public required MachineInfo Machine { get; init; }
    public string Architecture { get; init; } = "";

    /// <summary>The kernel's clock source.</summary>
    public string Clock { get; init; } = "";

    /// <summary>The largest receive buffer that a socket may ask for (net.core.rmem_max).</summary>
    public long? MostReceiveBufferBytes { get; init; }

    /// <summary>The largest send buffer that a socket may ask for (net.core.wmem_max).</summary>
    public long? MostSendBufferBytes { get; init; }

    /// <summary>The address that its servers listen on; empty where it has none.</summary>
    public string Address { get; init; } = "";
    public IReadOnlyList<string> Labels { get; init; } = [];
}

/// <summary>What a worker was when a run began.</summary>
/// <param name="Name">The worker's name, with the version of its runtime where it was asked for one.</param>
/// <param name="Files">How many files were built.</param>
/// <param name="Sha256">The SHA-256 of what <c>sha256sum</c> prints of these files, in the order of their
/// names.</param>
public sealed record WorkerBinary(string Name, int Files, string Sha256);

/// <summary>A file in which a stack's server is, for readers who want to see what was measured.</summary>
/// <param name="File">Its path within the tree, such as <c>workers/go/sockets/tcp.go</c>.</param>
public sealed record StackSource(string File, string Text)
{
    [JsonIgnore]
    public int Lines => Text.Count(letter => letter == '\n');
}
