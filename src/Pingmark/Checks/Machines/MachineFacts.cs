using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>A sleep state of the cores.</summary>
/// <param name="LatencyUs">What leaving it takes.</param>
internal sealed record IdleState(string Name, long LatencyUs, bool IsDisabled);

/// <summary>What was read and measured, before anything is made of it. Null: this machine does not tell.</summary>
internal sealed record MachineFacts
{
    public string? ClockSource { get; init; }
    public double ClockReadNs { get; init; }
    public long ClockStepNs { get; init; }
    public IReadOnlyList<int> Cores { get; init; } = [];

    /// <summary>The hyper-threads of each core, itself among them, as the kernel lists them.</summary>
    public IReadOnlyList<string> Siblings { get; init; } = [];
    public IReadOnlyList<IdleState> IdleStates { get; init; } = [];

    /// <summary>Whether this user may keep the cores awake.</summary>
    public bool MayForbidSleep { get; init; }
    public bool IsVirtual { get; init; }

    /// <summary>Of the cores, each once.</summary>
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

    /// <summary>Ports that wait for late segments of connections that have ended.</summary>
    public int WaitingPorts { get; init; }

    /// <summary>While the noise was measured; null when it was not.</summary>
    public NoiseFacts? Noise { get; init; }

    /// <summary>Why the noise was not measured.</summary>
    public string NoiseProblem { get; init; } = "";

    /// <summary>Why it could not be kept; null when it is.</summary>
    public string? KeepingProblem { get; init; }
}

/// <param name="BlockingRttNs">A round trip of one message at a time between two cores that sleep while they
/// wait.</param>
/// <param name="AwakeRttNs">The same with the cores kept awake; null where that is not allowed.</param>
/// <param name="StealShare">Of the CPU time that was wanted meanwhile.</param>
/// <param name="ForeignShare">Of the cores' time, used by processes that are not ours.</param>
internal sealed record NoiseFacts(
    MachineNoise Noise,
    double BlockingRttNs,
    double? AwakeRttNs,
    double StealShare,
    double ForeignShare
);
