using System.Globalization;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;
using Xunit.Abstractions;

namespace Pingmark.EndToEndTests.ByHand;

/// <summary>Pairs of workers that are placed by ssh beside pairs that are started here into the same two namespaces,
/// measured in turn by slices, as a run does it: ssh carries requests and replies, and no message. Processes differ
/// from start to start, so that starts are what is counted; how much is told by a second pair that is started
/// here.</summary>
[Trait("Layer", "by-hand")]
[Trait("Gate", "no")]
public sealed class PlacementCostTests(ITestOutputHelper output)
{
    private const int Rounds = 15;
    private const long SettleNs = 10_000_000,
        SliceNs = 50_000_000,
        ConnectTimeoutNs = 5_000_000_000;

    private static readonly int Starts = int.Parse(
        Environment.GetEnvironmentVariable("STARTS") ?? "20",
        CultureInfo.InvariantCulture
    );

    /// <summary>One that leaves its cores idle, and one whose cores whatever else runs takes time from.</summary>
    [SkippableTheory]
    [InlineData("cpp/tcp-epoll")]
    [InlineData("cpp/tcp-spin")]
    public async Task Rates_through_ssh_are_within_two_percent_of_those_of_workers_started_here(string stack)
    {
        await WorkersHere.NeedStackAsync(stack);
        // How long a sleeping core takes to wake is the hypervisor's business.
        using var awake = SleepStates.Forbid();
        using var machines = new SshMachines();
        Skip.If(machines.Lacks is not null, machines.Lacks);
        var here = Starter(new Namespace(machines, "a"), new Namespace(machines, "b"));
        using var ssh = await SshAsync(machines, "a", "b");
        await using var a = await ssh.SiteAsync(ssh.Choice.Server, CancellationToken.None);
        await using var b = await ssh.SiteAsync(ssh.Choice.Clients[0], CancellationToken.None);
        var there = Starter(a, b);
        List<double> placed = [],
            control = [],
            rates = [];
        for (var start = 0; start < Starts; start++)
        {
            // Who is started first differs.
            var first = await StartAsync(stack, start % 2 == 0 ? here : there, machines);
            var second = await StartAsync(stack, start % 2 == 0 ? there : here, machines);
            var (local, remote) = start % 2 == 0 ? (first, second) : (second, first);
            await using var again = await StartAsync(stack, here, machines);
            await using (local)
            await using (remote)
            {
                if (start == 0)
                    TellSurroundings(local.Client.Pid, machines);
                var (placing, starting, rate) = await CompareAsync(local, again, remote);
                placed.Add(placing);
                control.Add(starting);
                rates.Add(rate);
            }
        }
        Tell($"{stack}, started here / started here", control);
        var ratio = Tell($"{stack}, through ssh / started here", placed);
        output.WriteLine($"started here: {rates.Order().ElementAt(Starts / 2):0}/s, median of {Starts} starts");
        Assert.InRange(ratio, 0.98, 1.02);
    }

    /// <returns>Logarithms of ratios to the first: of the one through ssh, and of its like.</returns>
    private static async Task<(double Placed, double Control, double RatePerS)> CompareAsync(
        Pair local,
        Pair again,
        Pair remote
    )
    {
        Pair[] pairs = [local, again, remote];
        foreach (var pair in pairs)
        {
            pair.Wake();
            await pair.WarmUpAsync(WarmUpLimits.For(askedNs: null, SliceNs), CancellationToken.None);
            pair.Rest();
        }
        List<double> placed = [],
            control = [],
            rates = [];
        for (var round = 0; round < Rounds; round++)
        {
            var logs = new Dictionary<Pair, double>();
            // Who comes after itself finds its code in the caches: each as often as the others.
            Random.Shared.Shuffle(pairs);
            foreach (var pair in pairs.Concat(Enumerable.Reverse(pairs)))
            {
                pair.Wake();
                var slice = await pair.SliceAsync(SettleNs, SliceNs, CancellationToken.None);
                pair.Rest();
                logs[pair] = logs.GetValueOrDefault(pair) + Math.Log(slice.Measured.ThroughputPerS) / 2;
            }
            placed.Add(logs[remote] - logs[local]);
            control.Add(logs[again] - logs[local]);
            rates.Add(Math.Exp(logs[local]));
        }
        // Others on the machine may spoil some rounds, however far.
        return (Median(placed), Median(control), Median(rates));
    }

    private double Tell(string what, List<double> logs)
    {
        var mean = ConfidenceInterval.OfMean(logs)!;
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{what}: {Math.Exp(mean.Value):0.0000}, 95 % {Math.Exp(mean.CiLow ?? 0):0.0000} to "
                    + $"{Math.Exp(mean.CiHigh ?? 0):0.0000}; {Starts} starts of {Rounds} rounds, median "
                    + $"{Math.Exp(Median(logs)):0.0000}"
            )
        );
        return Math.Exp(mean.Value);
    }

    private static double Median(List<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private static Task<OpenMachineEngines> SshAsync(SshMachines machines, string server, string client)
    {
        var ssh = MachineEngines.Find("ssh")!;
        SiteEntry Entry(string machine) =>
            new()
            {
                Name = machine,
                Engine = ssh,
                Destination = machine,
            };
        return OpenMachineEngines.OpenAsync(
            new(Entry(server), [Entry(client)]),
            new Dictionary<MachineEngine, string> { [ssh] = machines.Config },
            CancellationToken.None
        );
    }

    /// <summary>Files of this machine are those of the namespaces.</summary>
    private static ProcessWorkerStarter Starter(ISite server, ISite clients) =>
        new(WorkerCatalog.Load(Repository.Root))
        {
            Servers = new(server, new Dictionary<string, string>()),
            Clients = [new(clients, new Dictionary<string, string>())],
        };

    private static async Task<Pair> StartAsync(string stack, ProcessWorkerStarter starter, SshMachines machines)
    {
        var scenario = new Scenario { MessageBytes = 100, Address = machines.Bind };
        var token = $"{Guid.NewGuid():N}";
        var none = CancellationToken.None;
        var server = await ServerSide.StartAsync(starter, stack, null, cpus: "0", none);
        await server.ListenAsync(scenario, port: 0, token, none);
        var client = await ClientSide.StartAsync(starter, stack, null, cpus: "1", none);
        await client.ConnectAsync(new(scenario, server.EndPoint, token, ConnectTimeoutNs), none);
        var pair = new Pair(server, client);
        pair.Rest();
        return pair;
    }

    /// <summary>What the kernel knows of a client's process, where it differs by how it was started.</summary>
    private void TellSurroundings(int here, SshMachines machines)
    {
        var there = machines.Processes.First(process => Surroundings(process.Pid)["cpus"] == "1").Pid;
        var (ours, theirs) = (Surroundings(here), Surroundings(there));
        foreach (var (name, value) in ours)
            output.WriteLine(
                value == theirs[name] ? $"{name}: {value}" : $"{name}: {value} here, {theirs[name]} through ssh"
            );
    }

    private static Dictionary<string, string> Surroundings(int pid)
    {
        string Text(string file) => File.ReadAllText($"/proc/{pid}/{file}").Trim();
        string Of(string file, string field) =>
            Text(file).Split('\n').FirstOrDefault(line => line.StartsWith(field, StringComparison.Ordinal)) is { } line
                ? string.Join(' ', line[field.Length..].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
                : "none";
        return new()
        {
            ["cpus"] = Of("status", "Cpus_allowed_list:"),
            ["session's own group of the scheduler (autogroup)"] = Text("autogroup"),
            ["control group"] = Text("cgroup").Replace("\n", ", ", StringComparison.Ordinal),
            ["policy"] = Of("sched", "policy"),
            ["weight"] = Of("sched", "se.load.weight"),
            ["timer slack, ns"] = Text("timerslack_ns"),
            ["seccomp"] = Of("status", "Seccomp:"),
            ["store bypass"] = Of("status", "Speculation_Store_Bypass:"),
            ["huge pages"] = Of("status", "THP_enabled:"),
            ["open files"] = Of("limits", "Max open files"),
            ["locked memory"] = Of("limits", "Max locked memory"),
            ["stack"] = Of("limits", "Max stack size"),
            ["out-of-memory score"] = Text("oom_score_adj"),
            ["bytes of environment"] = $"{Text("environ").Length}",
        };
    }

    /// <summary>A namespace of this machine, whose processes are children of this one.</summary>
    private sealed class Namespace(SshMachines machines, string name) : ISite
    {
        public string Name => name;
        public string Machine => LocalSite.Instance.Machine;
        public bool IsHere => true;
        public string? Ended => null;
        public SiteFacts Facts => LocalSite.Instance.Facts;

        public Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel) =>
            LocalSite.Instance.StartAsync(
                command with
                {
                    CommandLine = [.. machines.StartedHere(name), .. command.CommandLine],
                },
                cancel
            );

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
