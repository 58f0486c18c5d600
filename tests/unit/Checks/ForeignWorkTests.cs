using System.Globalization;
using Pingmark.Checks;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Sampling;
using Pingmark.Tests.Workers;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>Beside load that is delivered in softirq for a good part, what others use of the cores is what all other
/// processes used by their own accounts: burners, a build, a flood of datagrams, and whoever else is on the
/// machine.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public sealed class ForeignWorkTests
{
    private const string Load = "cpp/tcp-epoll",
        Flood = "cpp/udp";

    /// <summary>Starts processes that end at once, four at a time, as the steps of a build do.</summary>
    private const string Build = "while :; do /bin/true & /bin/true & /bin/true & /bin/true & wait; done";

    /// <summary>The fewest of them in the time that is watched.</summary>
    private const int FewestOfBuild = 100;

    /// <summary>Of the cores' time.</summary>
    private const double Tolerance = 0.05;

    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(2);

    [SkippableTheory]
    [InlineData(0)]
    [InlineData(2)]
    public Task It_is_what_burners_used(int burners) =>
        IsWhatWasUsedAsync(Enumerable.Repeat("while :; do :; done", burners), flood: null);

    [SkippableFact]
    public async Task It_is_what_a_build_used_whose_processes_start_and_end_by_hundreds()
    {
        var before = ProcessesStarted();
        await IsWhatWasUsedAsync([Build, Build], flood: null);
        Assert.True(ProcessesStarted() - before > FewestOfBuild);
    }

    [SkippableFact]
    public async Task It_is_what_a_flood_of_datagrams_used_that_softirq_delivers()
    {
        Need(Flood);
        await using var flood = await WorkerLoad.ConnectedAsync(Flood, inFlight: 64);
        await IsWhatWasUsedAsync([], flood);
    }

    /// <summary>A hypervisor's steal is of nobody's cores: /proc/stat as two cores have it over two seconds in which
    /// the sides used 1.2 s and others so much, with clocks of threads that stand still while the hypervisor has the
    /// core (paravirtual time accounting, as kernels of virtual machines have it).</summary>
    [Theory]
    [InlineData(100, 0)]
    [InlineData(180, 40)]
    public void It_is_what_others_used_beside_a_hypervisor_s_steal(int stealTicks, int othersTicks)
    {
        const long ticksOfCores = 400,
            ours = 120,
            softirq = 30;
        var idle = ticksOfCores - ours - othersTicks - stealTicks;
        var host = Read(4, idle, softirq, stealTicks) - Read(2, 0, 0, 0);
        var reading = new Reading(2_000_000_000, host, default, ours * 5_000_000, ours * 5_000_000, 0, 0);
        Assert.Equal(stealTicks * 10_000_000, host.StealNs);
        Assert.InRange(
            OutsidersShare.OfCoreTime(reading.TrialOn(cores: 2))!.Value,
            (double)othersTicks / ticksOfCores - Tolerance,
            (double)othersTicks / ticksOfCores + Tolerance
        );

        // What ticks meet of busy threads is less than they used.
        HostCpu Read(long atS, long idleTicks, long softirqTicks, long stolenTicks) =>
            HostCpuReader.Read(
                atS * 1_000_000_000,
                [
                    $"cpu  {500 + ours / 2} 0 {300 + ours / 3} {1_000 + idleTicks} 50 0 {20 + softirqTicks} "
                        + $"{10 + stolenTicks} 0 0",
                    "cpu0 0 0 0 0 0 0 0 0 0 0",
                    "cpu1 0 0 0 0 0 0 0 0 0 0",
                    "intr 1",
                ],
                softirqInThreads: true
            );
    }

    private static void Need(string stack) => Skip.IfNot(WorkerLoad.IsPossible(stack), $"{stack} can't be built here");

    /// <param name="scripts">What runs beside the load.</param>
    /// <param name="flood">Another load beside it; null: none.</param>
    private static async Task IsWhatWasUsedAsync(IEnumerable<string> scripts, WorkerLoad? flood)
    {
        Need(Load);
        await using var load = await WorkerLoad.StartAsync(Load);
        var beside = new List<WorkerProcess>();
        try
        {
            foreach (var script in scripts)
                beside.Add(await Scripts.StartAsync(script));
            var others = flood is null ? beside : [.. beside, flood.Server, flood.Client];
            // It begins before the load is watched, and ends after.
            var flooding = flood?.RunAsync(Watched * 2);
            var before = Reading.Of(load, others);
            await load.RunAsync(Watched);
            var used = Reading.Of(load, others) - before;
            if (flooding is not null)
                await flooding;
            Assert.InRange(
                OutsidersShare.OfCoreTime(used.Trial)!.Value,
                used.ShareOf(Math.Max(used.OthersNs, used.All.LeastNs - used.OursNs)) - Tolerance,
                used.ShareOf(used.All.MostNs - used.OursNs) + Tolerance
            );
        }
        finally
        {
            foreach (var one in beside)
                await one.DisposeAsync();
        }
    }

    private static long ProcessesStarted() =>
        long.Parse(
            File.ReadLines("/proc/stat").First(line => line.StartsWith("processes ", StringComparison.Ordinal))[10..],
            CultureInfo.InvariantCulture
        );

    /// <param name="All">What all processes used. Looking at each takes its time on a busy machine, in which they go
    /// on: they are looked at before and after everything else.</param>
    /// <param name="OthersNs">What those used that were started beside the load, with their children that have
    /// ended.</param>
    private sealed record Reading(
        long AtNs,
        HostCpu Host,
        (long LeastNs, long MostNs) All,
        long ServerNs,
        long ClientNs,
        long OwnNs,
        long OthersNs
    )
    {
        private const long NsPerTick = 10_000_000;

        /// <summary>Of /proc/PID/stat, behind the name: the time of a process, and of its children that have
        /// ended.</summary>
        private const int Times = 11,
            AfterTimes = 15;

        public static Reading Of(WorkerLoad load, IEnumerable<WorkerProcess> others)
        {
            var leastNs = AllNs();
            var reading = new Reading(
                Clock.NowNs,
                HostCpuReader.Read(),
                default,
                load.Server.CpuNs()!.Value,
                load.Client.CpuNs()!.Value,
                (long)Environment.CpuUsage.TotalTime.TotalNanoseconds,
                others.Sum(other => UsedNs($"/proc/{other.Pid}"))
            );
            return reading with { All = (leastNs, AllNs()) };
        }

        private static long AllNs() => Directory.EnumerateDirectories("/proc").Where(IsProcess).Sum(UsedNs);

        private static bool IsProcess(string folder) => Path.GetFileName(folder).All(char.IsAsciiDigit);

        private static long UsedNs(string folder)
        {
            try
            {
                var stat = File.ReadAllText(Path.Combine(folder, "stat"));
                var words = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
                return words[Times..AfterTimes].Sum(word => long.Parse(word, CultureInfo.InvariantCulture)) * NsPerTick;
            }
            catch (IOException)
            { /* It has ended since it was listed; its parent has its time. */
                return 0;
            }
        }

        public static Reading operator -(Reading later, Reading earlier) =>
            new(
                later.AtNs - earlier.AtNs,
                later.Host - earlier.Host,
                (later.All.LeastNs - earlier.All.MostNs, later.All.MostNs - earlier.All.LeastNs),
                later.ServerNs - earlier.ServerNs,
                later.ClientNs - earlier.ClientNs,
                later.OwnNs - earlier.OwnNs,
                later.OthersNs - earlier.OthersNs
            );

        public long OursNs => ServerNs + ClientNs + OwnNs;

        public double ShareOf(long ns) => (double)ns / Environment.ProcessorCount / AtNs;

        public TrialRecord Trial => TrialOn(Environment.ProcessorCount);

        public TrialRecord TrialOn(int cores) =>
            Evidence.Trial.Of(
                Evidence.Trial.Window() with
                {
                    DurationNs = AtNs,
                    Host = Host,
                    Server = new() { CpuUserNs = ServerNs },
                    Client = new() { CpuUserNs = ClientNs },
                    ControllerCpuNs = OwnNs,
                }
            ) with
            {
                ServerCpus = $"0-{cores - 1}",
                ClientCpus = $"0-{cores - 1}",
            };
    }
}
