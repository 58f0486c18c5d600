namespace Pingmark.Model;

/// <summary>Who had the time of all cores of a machine while continuous windows were measured, in cores: the parts add
/// up to <see cref="Cores"/> where everything is accounted for.</summary>
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

    /// <summary>Accounts for the time of some windows of one machine; null where it is not known of any. What others
    /// used is the rest of the busy time and never below 0, so that sides which are charged with more than there was
    /// make the sum too large.</summary>
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
