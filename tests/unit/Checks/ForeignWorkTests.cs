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
/// processes used by their own accounts, burners and whoever else is on the machine.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public sealed class ForeignWorkTests
{
    /// <summary>Of the cores' time.</summary>
    private const double Tolerance = 0.05;

    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(2);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task It_is_what_burners_used(int burners)
    {
        await using var load = await WorkerLoad.StartAsync("cpp/tcp-epoll");
        var burning = new List<WorkerProcess>();
        try
        {
            for (var n = 0; n < burners; n++)
                burning.Add(await Scripts.StartAsync("while :; do :; done"));
            var before = Reading.Of(load, burning);
            await load.RunAsync(Watched);
            var used = Reading.Of(load, burning) - before;
            Assert.InRange(
                OutsidersShare.OfCoreTime(used.Trial)!.Value,
                used.ShareOf(Math.Max(used.BurnersNs, used.All.LeastNs - used.OursNs)) - Tolerance,
                used.ShareOf(used.All.MostNs - used.OursNs) + Tolerance
            );
        }
        finally
        {
            foreach (var burner in burning)
                await burner.DisposeAsync();
        }
    }

    /// <param name="All">What all processes used. Looking at each takes its time on a busy machine, in which they go
    /// on: they are looked at before and after everything else.</param>
    private sealed record Reading(
        long AtNs,
        HostCpu Host,
        (long LeastNs, long MostNs) All,
        long ServerNs,
        long ClientNs,
        long OwnNs,
        long BurnersNs
    )
    {
        private const long NsPerTick = 10_000_000;

        /// <summary>Of /proc/PID/stat, behind the name: the time of a process, and of its children that have
        /// ended.</summary>
        private const int Times = 11,
            AfterTimes = 15;

        public static Reading Of(WorkerLoad load, IEnumerable<WorkerProcess> burning)
        {
            var leastNs = AllNs();
            var reading = new Reading(
                Clock.NowNs,
                HostCpuReader.Read(),
                default,
                load.Server.CpuNs()!.Value,
                load.Client.CpuNs()!.Value,
                (long)Environment.CpuUsage.TotalTime.TotalNanoseconds,
                burning.Sum(burner => burner.CpuNs()!.Value)
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
                later.BurnersNs - earlier.BurnersNs
            );

        public long OursNs => ServerNs + ClientNs + OwnNs;

        public double ShareOf(long ns) => (double)ns / Environment.ProcessorCount / AtNs;

        public TrialRecord Trial =>
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
                ServerCpus = $"0-{Environment.ProcessorCount - 1}",
                ClientCpus = $"0-{Environment.ProcessorCount - 1}",
            };
    }
}
