using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Where the two sides of a run are: on this machine, or placed on others.</summary>
public interface IRunSides
{
    /// <summary>The cores of the server's machine that workers may use.</summary>
    IReadOnlyList<int> Cores { get; }

    /// <summary>The cores of the clients' machine; null if the sides share the cores of one machine.</summary>
    IReadOnlyList<int>? ClientCores { get; }

    /// <summary>The server's machine, which is the one that is measured.</summary>
    MachineInfo Machine { get; }

    /// <summary>The machines that take part; empty where both sides are children of this process.</summary>
    IReadOnlyList<SiteInfo> Sites { get; }

    /// <summary>Whether the sides are on one machine.</summary>
    Setting Setting => Setting.OneMachine;

    /// <summary>The most pairs of workers that may be up at once, besides the limit of memory.</summary>
    int MaxPairs { get; }

    /// <summary>What readers of the figures must know of these machines.</summary>
    IReadOnlyList<Note> Notes { get; }

    /// <summary>The address on which servers listen, for an address that was asked for.</summary>
    string AddressFor(string asked);

    /// <summary>Whether a stack's client can run where the clients are; null where that is the servers'
    /// machine.</summary>
    Func<string, Availability>? ForClients => null;

    /// <summary>Whether these stacks can be the sides of a pair.</summary>
    /// <param name="forServers">Whether a stack can run where servers are.</param>
    Availability ForBoth(string server, string client, Func<string, Availability> forServers) =>
        forServers(server) is { IsAvailable: false } missing ? missing : (ForClients ?? forServers)(client);

    /// <summary>Adapts the suite to these sides: the address of its servers, and the engine of its networks.</summary>
    /// <param name="notes">Receives notes on the suite.</param>
    /// <exception cref="BadInputException">The suite can't be measured there.</exception>
    Suite Adapt(Suite suite, NetworkEngines engines, ICollection<Note> notes);

    /// <summary>A network with the engine that makes it between these sides.</summary>
    /// <exception cref="BadInputException">No engine can.</exception>
    Network NetworkFor(Network asked, NetworkEngines engines);

    /// <summary>The cores of each cell's server and client; empty on other machines.</summary>
    IEnumerable<(string Server, string Client)> VisibleCpus(Suite suite);

    /// <exception cref="BadInputException">The machine lacks something that the cells need.</exception>
    void RequireResources(IReadOnlyList<Cell> cells);
}
