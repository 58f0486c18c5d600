using System.Globalization;
using System.Net;
using Pingmark.Formatting;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Schema;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Sides of which at least one is on another machine.</summary>
/// <param name="Cores">The cores of the server's machine.</param>
/// <param name="ClientCores">The cores of the clients' machine; null if the sides share the cores of one
/// machine.</param>
/// <param name="Machine">The server's machine, which is the one that is measured.</param>
/// <param name="Address">The address on which servers listen.</param>
/// <param name="Reach">The address by which clients reach servers.</param>
/// <param name="MaxPairs">The most pairs that the connections carry at once.</param>
public sealed record RemoteSides(
    IReadOnlyList<int> Cores,
    IReadOnlyList<int>? ClientCores,
    MachineInfo Machine,
    IReadOnlyList<SiteInfo> Sites,
    string Address,
    string Reach,
    int MaxPairs,
    IReadOnlyList<Note> Notes
) : IRunSides
{
    public Func<string, Availability> ForClients { get; init; } = _ => Availability.Yes;

    public Setting Setting { get; init; } = Setting.TwoMachines;

    public string AddressFor(string asked) => Address;

    public Suite Adapt(Suite suite, NetworkEngines engines, ICollection<Note> notes)
    {
        if (
            suite.Cells.Select(PlanRules.FindRemoteConflict).FirstOrDefault(problem => problem is not null) is
            { } problem
        )
            throw new BadInputException(problem);
        foreach (var note in Notes)
            notes.Add(note);
        if (suite.Cells.Any(cell => cell.Scenario.Network is not null))
            notes.Add(NetworksAddUp);
        // Profilers are reached on this machine only.
        return suite.WithScenarios(scenario =>
            scenario with
            {
                Address = Address,
                Network = scenario.Network is { } network ? NetworkFor(network, engines) : null,
            }
        ) with
        {
            Settings = suite.Settings with { Sampling = false },
        };
    }

    /// <summary>Why no impaired network can be put between the sides, and what to do; null where one can.</summary>
    public string? NetworkProblem { get; init; }

    /// <summary>A relay on this machine needs no rights, touches no interface, and can't cut off the connections to
    /// other machines.</summary>
    public Network NetworkFor(Network asked, NetworkEngines engines) =>
        NetworkProblem is { } problem ? throw new BadInputException(problem)
        : asked.Engine == NetworkEngine.Tun
            ? throw new BadInputException(
                $"{NetworkKeys.Group}.engine: tun is a device of this machine, and no other machine's packets pass it; "
                    + "leave it out, and the relay makes the network"
            )
        : asked with { Engine = NetworkEngine.Relay };

    private static readonly Note NetworksAddUp = new(
        "networks-add-up",
        AuditVerdict.Note,
        "the impaired network is a relay on this machine, and was measured here by itself: what the network between "
            + "the machines does to a packet comes on top of it"
    );

    /// <param name="reach">The address by which clients reach servers.</param>
    private static string? FindNetworkProblem(SiteChoice choice, string address, string reach) =>
        choice.Clients.All(client => client.IsHere) ? null
        : !choice.Server.IsHere
            ? $"{NetworkKeys.Group} is made by this machine, which is between the sides only where one of them is "
                + $"here; run pingmark on {choice.Server.Name}, with `--server {WorkerHost.ThisMachine}`, or where the "
                + "clients are"
        : reach != address
            ? $"{NetworkKeys.Group} is made by a relay on this machine, whose port no translation of addresses knows; "
                + $"leave reach of {choice.Server.Name} out"
        : null;

    public IEnumerable<(string Server, string Client)> VisibleCpus(Suite suite) => [];

    /// <summary>Checks nothing: the machines report what they lack.</summary>
    public void RequireResources(IReadOnlyList<Cell> cells) { }

    /// <summary>A comparison needs two pairs.</summary>
    private const int MinPairs = 2;

    /// <summary>The connections to each of the clients' machines for the generators of one cell, and of another that
    /// waits.</summary>
    public static int CountConnections(int generators, SiteChoice choice) =>
        MaxWorkersPerConnection(choice) is { } max
            ? (WorkersPerConnection(generators, choice.Clients.Count) * MinPairs + max - 1) / max
            : 1;

    /// <summary>The most generators of a pair on one of its connections.</summary>
    private static int WorkersPerConnection(int generators, int connections) =>
        (generators + connections - 1) / connections;

    /// <summary>The most workers that each connection carries at once; null where no engine sets a limit.</summary>
    private static int? MaxWorkersPerConnection(SiteChoice choice) =>
        choice.All.Min(entry => entry.Engine?.MostWorkers);

    private static int ComputeMaxPairs(SiteChoice choice, int generators, int connections) =>
        MaxWorkersPerConnection(choice) is not { } max ? int.MaxValue
        : generators == 1 && choice.IsOneSite ? max / 2
        : max / WorkersPerConnection(generators, connections);

    /// <param name="clients">The sites with their entries; a machine is in it once for each of its connections.</param>
    /// <param name="generators">The most generators that a cell has.</param>
    /// <exception cref="BadInputException">A machine lacks cores that are asked for, or there is no address that both
    /// sides know.</exception>
    public static RemoteSides Create(
        SiteChoice choice,
        ISite server,
        IReadOnlyList<(SiteEntry Entry, ISite Site)> clients,
        int generators
    )
    {
        var machines = clients.DistinctBy(client => client.Entry).ToList();
        var (firstEntry, first) = machines[0];
        var address = choice.Server.Bind ?? FindServerAddress(choice, server, machines);
        var reach = choice.Server.Reach ?? address;
        return new(
            SelectCores(choice.Server, server),
            server.Machine == first.Machine && firstEntry.Cores is null ? null : SelectCores(firstEntry, first),
            server.Facts.Machine,
            choice.IsOneSite
                ? [Info(choice.Server, server, ["server", "client"], address)]
                :
                [
                    Info(choice.Server, server, ["server"], address),
                    .. machines.Select(client => Info(client.Entry, client.Site, ["client"], "")),
                ],
            address,
            reach,
            ComputeMaxPairs(choice, generators, clients.Count),
            DescribeMachines(choice, server, machines, reach).ToList()
        )
        {
            NetworkProblem = FindNetworkProblem(choice, address, reach),
            Setting = machines.All(client => client.Site.Machine == server.Machine)
                ? Setting.OneMachine
                : Setting.TwoMachines,
        };
    }

    public static IReadOnlyList<int> SelectCores(SiteEntry entry, ISite site)
    {
        if (entry.Cores is not { } asked)
            return [.. site.Facts.Cores];
        var cores = CoreList.Parse(asked).ToList();
        return cores.Except(site.Facts.Cores).Any()
            ? throw new BadInputException(
                $"{entry.Name}: cores {asked} are asked for, it offers {string.Join(',', site.Facts.Cores)}"
            )
            : cores;
    }

    /// <summary>The server's own address in the connection by which one side reached the other.</summary>
    private static string FindServerAddress(
        SiteChoice choice,
        ISite server,
        IReadOnlyList<(SiteEntry Entry, ISite Site)> clients
    )
    {
        if (choice.IsOneSite)
            return Host.Loopback.Ipv4;
        var addresses = server.IsHere
            ? clients.Where(client => !client.Site.IsHere).Select(client => client.Site.Facts.Ours).Distinct().ToList()
            : [server.Facts.Address];
        return
            addresses is [{ } address]
            && (!IPAddress.IsLoopback(address) || clients.All(client => client.Site.Machine == server.Machine))
            ? address.ToString()
            : throw new BadInputException(
                $"{choice.Server.Name}: its address for the clients can't be told from how it was reached ("
                    + (addresses is [null] ? "it names none" : string.Join(", ", addresses))
                    + "); give it in a hosts file (--hosts), as bind"
            );
    }

    private static SiteInfo Info(SiteEntry entry, ISite site, IReadOnlyList<string> roles, string address) =>
        new()
        {
            Name = entry.Name,
            Roles = roles,
            Machine = site.Facts.Machine,
            Architecture = site.Facts.Architecture,
            Clock = site.Facts.Clock,
            MostReceiveBufferBytes = site.Facts.MostReceiveBufferBytes,
            MostSendBufferBytes = site.Facts.MostSendBufferBytes,
            Address = address,
            Labels = entry.Labels,
        };

    private static IEnumerable<Note> DescribeMachines(
        SiteChoice choice,
        ISite server,
        IReadOnlyList<(SiteEntry Entry, ISite Site)> clients,
        string reach
    )
    {
        yield return Described("server", choice.Server, server, $", reached by {reach}");
        foreach (var (entry, site) in clients)
            yield return Described("client", entry, site, "");
        var names = clients
            .Prepend((Entry: choice.Server, Site: server))
            .GroupBy(side => side.Site.Machine, side => side.Entry.Name)
            .Select(names => names.Distinct().ToList())
            .Where(names => names.Count > 1);
        foreach (var together in names)
            yield return new(
                "one-machine",
                AuditVerdict.Note,
                $"{WordList.Join(together, "and")} run on one kernel (containers, "
                    + "namespaces or one machine): they share cores, and no network is between them"
            );
        yield return new(
            "other-machines",
            AuditVerdict.Note,
            "workers on other machines report their own CPU time, over whole runs; not checked there are workers that "
                + "wait (idle-neighbours), single threads (run-queue-delay, and which side is bound by one), and "
                + "sleeping or sibling cores (core-sleep, sibling-cores); sampling is left out"
        );
    }

    private static Note Described(string role, SiteEntry entry, ISite site, string more)
    {
        var facts = site.Facts;
        List<string> words =
        [
            $"{facts.Machine.Cpu}, {facts.Architecture}",
            $"{NumberText.Count(facts.Cores.Count)} cores",
            facts.Machine.Os,
            $"kernel {facts.Machine.Kernel}",
            $"congestion control {facts.Machine.CongestionControl}",
            $"clock {facts.Clock}",
            $"buffers up to {Bytes(facts.MostReceiveBufferBytes)} (receive), {Bytes(facts.MostSendBufferBytes)} (send)",
        ];
        return new($"{role}-site", AuditVerdict.Note, $"{role} on {entry.Name}{more}: {string.Join(", ", words)}");
    }

    private static string Bytes(long? bytes) =>
        bytes is { } known ? known.ToString(CultureInfo.InvariantCulture) : NumberText.Missing;
}
