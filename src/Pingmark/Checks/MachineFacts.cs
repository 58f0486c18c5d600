using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A sleep state of the cores.</summary>
/// <param name="LatencyUs">The time that leaving the state takes, in µs.</param>
internal sealed record IdleState(string Name, long LatencyUs, bool IsDisabled);

/// <summary>What was read and measured of a machine, before checks judge it; null where the machine does not
/// tell.</summary>
internal sealed record MachineFacts
{
    public string? ClockSource { get; init; }
    public double ClockReadNs { get; init; }

    /// <summary>The resolution of the clock, in ns: the step of its value, which may be far below what a reading takes;
    /// null where no worker could be asked.</summary>
    public long? ClockStepNs { get; init; }
    public IReadOnlyList<int> Cores { get; init; } = [];

    /// <summary>The hyper-threads of each core, itself among them, as the kernel writes them.</summary>
    public IReadOnlyList<string> Siblings { get; init; } = [];
    public IReadOnlyList<IdleState> IdleStates { get; init; } = [];

    /// <summary>Whether this user may keep the cores awake.</summary>
    public bool MayForbidSleep { get; init; }
    public bool IsVirtual { get; init; }

    /// <summary>The frequency governors of the cores, each once.</summary>
    public IReadOnlyList<string> Governors { get; init; } = [];
    public string? CongestionControl { get; init; }
    public long? LargestReceiveBuffer { get; init; }
    public long? LargestSendBuffer { get; init; }
    public ProcessLimit OpenFiles { get; init; } = new(null, null);
    public ProcessLimit Processes { get; init; } = new(null, null);
    public long? LargestControlGroup { get; init; }
    public long? AvailableBytes { get; init; }
    public bool HasIPv6Loopback { get; init; }
    public int FirstPort { get; init; }
    public int LastPort { get; init; }

    /// <summary>Ports of ended connections that wait for late segments (TIME_WAIT).</summary>
    public int WaitingPorts { get; init; }

    /// <summary>What was measured together with the noise; null when it was not measured.</summary>
    public NoiseFacts? Noise { get; init; }

    /// <summary>Why the noise was not measured; empty where it was.</summary>
    public string NoiseProblem { get; init; } = "";

    /// <summary>Why the noise could not be kept for later runs; null when it is.</summary>
    public string? KeepingProblem { get; init; }
}

/// <param name="BlockingRttNs">The median round trip of one message at a time in slices that alternate, as in a run,
/// between two cores that may sleep while they wait, in ns.</param>
/// <param name="AwakeRttNs">The same in slices amid them with the cores kept awake; null where that is not
/// allowed.</param>
/// <param name="StealShare">The share of the CPU time wanted meanwhile that the hypervisor kept.</param>
/// <param name="Throttling">How often a quota stopped the processes meanwhile; null where there is none.</param>
internal sealed record NoiseFacts(
    MachineNoise Noise,
    double BlockingRttNs,
    double? AwakeRttNs,
    double StealShare,
    Throttling? Throttling = null
);
