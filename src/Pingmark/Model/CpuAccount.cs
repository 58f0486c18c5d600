namespace Pingmark.Model;

/// <summary>Who used a machine's cores in continuous windows; the parts should add up to <see cref="Cores"/>.</summary>
/// <param name="ServerCores">The server's process.</param>
/// <param name="SoftirqCores">Soft interrupts that no thread is charged with; 0 where the kernel charges threads with
/// all.</param>
/// <param name="StealCores">Time that the hypervisor gave to others.</param>
/// <param name="ControllerCores">Pingmark itself.</param>
/// <param name="OthersCores">Processes outside of the run, and the kernel's own threads.</param>
/// <param name="Cores">The cores of the machine.</param>
public sealed record CpuAccount(
    double ServerCores,
    double ClientCores,
    double SoftirqCores,
    double StealCores,
    double ControllerCores,
    double OthersCores,
    double IdleCores,
    int Cores
)
{
    /// <summary>The names of the parts, in the order in which they are shown.</summary>
    public static readonly IReadOnlyList<string> Names =
    [
        "Server",
        "Client",
        "Soft interrupts",
        "Steal",
        "Pingmark",
        "Others",
        "Idle",
    ];

    /// <summary>The parts with their names.</summary>
    public IReadOnlyList<(string Name, double Cores)> Parts() =>
        [.. Names.Zip([ServerCores, ClientCores, SoftirqCores, StealCores, ControllerCores, OthersCores, IdleCores])];

    /// <summary>What the parts are more than the cores have, as a share of these; 0 where they add up.</summary>
    public double Excess() => Parts().Sum(part => part.Cores) / Cores - 1;

    /// <summary>Accounts for some windows of one machine; null if unknown. Others get the remaining busy
    /// time.</summary>
    public static CpuAccount? FromWindows(IEnumerable<CountedWindow> windows)
    {
        var known = windows
            .Where(window => window is { Host.Cores: > 0, Server: not null, Client: not null, AccountedNs: > 0 })
            .ToList();
        if (known.Count == 0 || known.Select(window => window.Host!.Cores).Distinct().Count() > 1)
            return null;
        var (cores, timeNs) = (known[0].Host!.Cores!.Value, (double)known.Sum(window => window.AccountedNs));
        var server = known.Sum(window => window.Server!.CpuNs) / timeNs;
        var client = known.Sum(window => window.Client!.CpuNs) / timeNs;
        var controller = known.Sum(window => window.ControllerCpuNs) / timeNs;
        var softirq = known.Sum(window => window.Host!.SoftirqInThreads == true ? 0 : window.Host!.SoftirqNs) / timeNs;
        var steal = known.Sum(window => window.Host!.StealNs) / timeNs;
        var busy = known.Sum(window => window.Host!.BusyNs) / timeNs;
        return new(
            server,
            client,
            softirq,
            steal,
            controller,
            Math.Max(0, busy - softirq - server - client - controller),
            Math.Max(0, cores - busy - steal),
            cores
        );
    }
}

/// <summary>Reads from the scheduler's clocks who had a core.</summary>
internal static class RunQueue
{
    /// <summary>The share of time waiting for other processes from which a side is crowded.</summary>
    public const double CrowdedShare = 0.1;

    /// <summary>How long a side's busiest thread waited for processes outside of the run, in ns: its run queue delay
    /// without the CPU time of the run's own threads that may have had the core.</summary>
    /// <param name="ownCpuNs">CPU time of all threads of its side.</param>
    /// <param name="othersCpuNs">CPU time of the run's other processes that may use the same cores.</param>
    public static long ForeignDelayNs(long busiestDelayNs, long busiestCpuNs, long ownCpuNs, long othersCpuNs) =>
        busiestDelayNs - (ownCpuNs - busiestCpuNs) - othersCpuNs;

    /// <summary>How much of a window outsiders had the core of a side whose thread was ready to run.</summary>
    /// <param name="shareCores">Whether the sides may run on the same cores.</param>
    /// <returns>The larger share of both sides; null where the scheduler's clocks are not known.</returns>
    public static double? ForeignDelayShare(CountedWindow window, bool shareCores)
    {
        return
            window is { UsageDurationNs: > 0, Server: { } server, Client: { } client }
            && OfSide(server, client) is { } ofServer
            && OfSide(client, server) is { } ofClient
            ? Math.Max(0, (double)Math.Max(ofServer, ofClient) / window.UsageDurationNs)
            : null;

        long? OfSide(Usage side, Usage other) =>
            side is { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } cpu }
                ? ForeignDelayNs(delay, cpu, side.CpuNs, (shareCores ? other.CpuNs : 0) + window.ControllerCpuNs)
                : null;
    }
}
