using System.Globalization;
using Pingmark.Checks;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Sampling;
using Pingmark.Tests.Workers;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>Beside load that is delivered in softirq for a good part, what others use of the cores is at least what
/// burners used, by their own clocks, and at most what was neither idle nor ours. On an idle machine these are the
/// same.</summary>
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
                ForeignWork.Share(used.Trial)!.Value,
                used.ShareOf(used.BurnersNs) - Tolerance,
                used.ShareOf(used.NotIdleNs - used.OursNs) + Tolerance
            );
        }
        finally
        {
            foreach (var burner in burning)
                await burner.DisposeAsync();
        }
    }

    private sealed record Reading(
        long AtNs,
        HostCpu Host,
        long IdleNs,
        long ServerNs,
        long ClientNs,
        long OwnNs,
        long BurnersNs
    )
    {
        private const long NsPerTick = 10_000_000;

        /// <summary>Columns of /proc/stat: while cores sleep, wait for a disk, and are others' of the host.</summary>
        private static readonly int[] Idle = [4, 5, 8];

        public static Reading Of(WorkerLoad load, IEnumerable<WorkerProcess> burning)
        {
            var words = File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return new(
                Clock.NowNs,
                HostCpuReader.Read(),
                Idle.Sum(column => long.Parse(words[column], CultureInfo.InvariantCulture)) * NsPerTick,
                load.Server.CpuNs()!.Value,
                load.Client.CpuNs()!.Value,
                (long)Environment.CpuUsage.TotalTime.TotalNanoseconds,
                burning.Sum(burner => burner.CpuNs()!.Value)
            );
        }

        public static Reading operator -(Reading later, Reading earlier) =>
            new(
                later.AtNs - earlier.AtNs,
                later.Host - earlier.Host,
                later.IdleNs - earlier.IdleNs,
                later.ServerNs - earlier.ServerNs,
                later.ClientNs - earlier.ClientNs,
                later.OwnNs - earlier.OwnNs,
                later.BurnersNs - earlier.BurnersNs
            );

        public long OursNs => ServerNs + ClientNs + OwnNs;
        public long NotIdleNs => Environment.ProcessorCount * AtNs - IdleNs;

        public double ShareOf(long ns) => (double)ns / Environment.ProcessorCount / AtNs;

        public TrialRecord Trial =>
            Evidence.Trial.Of(
                Evidence.Trial.Stretch() with
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
