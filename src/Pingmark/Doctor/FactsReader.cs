using System.Globalization;
using Pingmark.Checks;
using Pingmark.Host;

namespace Pingmark.Doctor;

/// <summary>Reads facts of the machine from the kernel; what can't be read is unknown.</summary>
internal sealed class FactsReader(string root = "/")
{
    private const int Readings = 20_000;

    public MachineFacts Read()
    {
        var ports = ReadFields("proc/sys/net/ipv4/ip_local_port_range").Select(int.Parse).ToList();
        var cores = Machine.AvailableCores();
        return new()
        {
            ClockSource = Line("sys/devices/system/clocksource/clocksource0/current_clocksource"),
            ClockReadNs = ReadingNs(),
            Cores = cores,
            Siblings = cores.Select(core => Line($"{Core(core)}/topology/thread_siblings_list") ?? $"{core}").ToList(),
            IdleStates = IdleStates(cores[0]),
            MayForbidSleep = MayWrite(SleepStates.Device),
            IsVirtual = Lines("proc/cpuinfo")
                .Any(line =>
                    line.StartsWith("flags", StringComparison.Ordinal)
                    && line.Contains(" hypervisor", StringComparison.Ordinal)
                ),
            Governors = cores
                .Select(core => Line($"{Core(core)}/cpufreq/scaling_governor"))
                .OfType<string>()
                .Distinct()
                .ToList(),
            CongestionControl = Line("proc/sys/net/ipv4/tcp_congestion_control"),
            LargestReceiveBuffer = Number("proc/sys/net/core/rmem_max"),
            LargestSendBuffer = Number("proc/sys/net/core/wmem_max"),
            OpenFiles = ProcessLimit.ReadOpenFiles(Lines(ProcessLimit.Source)),
            Processes = ProcessLimit.ReadProcesses(Lines(ProcessLimit.Source)),
            LargestControlGroup = Least(
                ControlGroups.Around(root, "pids").Select(group => Number($"{group}/pids.max"))
            ),
            AvailableBytes = Least(
                ControlGroups
                    .Around(root, "memory")
                    .SelectMany(group => new[] { Remaining(group, "memory.max", "memory.current") })
                    .Append(KiB("MemAvailable"))
            ),
            HasIPv6Loopback = Loopback.HasIpv6,
            FirstPort = ports.ElementAtOrDefault(0),
            LastPort = ports.ElementAtOrDefault(1),
            WaitingPorts = ReadWaitingPorts(),
        };
    }

    /// <summary>The time that an undisturbed reading of the clock takes, in ns.</summary>
    private static double ReadingNs()
    {
        const int batches = 20;
        var bestNs = double.PositiveInfinity;
        for (var batch = 0; batch < batches; batch++)
        {
            var startNs = Clock.NowNs;
            var lastNs = startNs;
            for (var i = 0; i < Readings / batches; i++)
                lastNs = Clock.NowNs;
            bestNs = Math.Min(bestNs, (lastNs - startNs) / (double)(Readings / batches));
        }
        return bestNs;
    }

    private List<IdleState> IdleStates(int core)
    {
        var folder = Path.Combine(root, $"{Core(core)}/cpuidle");
        return !Directory.Exists(folder)
            ? []
            : Directory
                .GetDirectories(folder, "state*")
                .Order(StringComparer.Ordinal)
                .Select(state => Path.GetRelativePath(root, state))
                .Select(state => new IdleState(
                    Line($"{state}/name") ?? "?",
                    Number($"{state}/latency") ?? 0,
                    Number($"{state}/disable") is > 0
                ))
                .ToList();
    }

    private static string Core(int core) => $"sys/devices/system/cpu/cpu{core}";

    private bool MayWrite(string device)
    {
        try
        {
            using var opened = File.OpenHandle(Path.Join(root, device), FileMode.Open, FileAccess.Write);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private long? Remaining(string group, string most, string used) =>
        Number($"{group}/{most}") is { } limit ? limit - (Number($"{group}/{used}") ?? 0) : null;

    private long? KiB(string name) =>
        Lines("proc/meminfo")
            .Where(line => line.StartsWith(name, StringComparison.Ordinal))
            .Select(line =>
                ParseNumber(line.Split(' ', StringSplitOptions.RemoveEmptyEntries).ElementAtOrDefault(1)) * 1024
            )
            .FirstOrDefault();

    /// <summary>The number of ports in TIME_WAIT, from the line <c>TCP: inuse 5 orphan 0 tw 3 ...</c></summary>
    private int ReadWaitingPorts()
    {
        var words = Lines("proc/net/sockstat")
            .Where(line => line.StartsWith("TCP:", StringComparison.Ordinal))
            .SelectMany(line => line.Split(' '))
            .ToList();
        return (int)(ParseNumber(words.ElementAtOrDefault(words.IndexOf("tw") + 1)) ?? 0);
    }

    private static long? Least(IEnumerable<long?> limits) => limits.Min();

    private long? Number(string file) => ParseNumber(Line(file));

    /// <summary>The number; null for <c>max</c>, which is no limit.</summary>
    private static long? ParseNumber(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;

    private string? Line(string file) => Lines(file).FirstOrDefault()?.Trim();

    private string[] ReadFields(string file) =>
        Line(file)?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) ?? [];

    private string[] Lines(string file) => KernelFile.Lines(Path.Join(root, file));
}
