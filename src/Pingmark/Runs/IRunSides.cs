using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Where the two sides of a run are. It is chosen once, where a run is wired; nobody else asks which it
/// is.</summary>
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

    /// <summary>The most pairs of workers that may be up at once, whatever memory there is.</summary>
    int MostPairs { get; }

    /// <summary>What has to be known of these machines to read figures.</summary>
    IReadOnlyList<Note> Notes { get; }

    /// <summary>The address on which servers listen when one is asked for.</summary>
    string AddressFor(string asked);

    /// <summary>Tells whether a stack's client can run where the clients are; null where these are on the machine of
    /// the servers.</summary>
    Func<string, Availability>? ForClients => null;

    /// <summary>Whether these stacks can be the sides of a pair where the sides are.</summary>
    /// <param name="forServers">Tells whether a stack can run where servers are.</param>
    Availability ForBoth(string server, string client, Func<string, Availability> forServers) =>
        forServers(server) is { IsAvailable: false } missing ? missing : (ForClients ?? forServers)(client);

    /// <summary>The suite as it can be measured there: with the address of its servers, and with what makes its
    /// networks.</summary>
    /// <param name="notes">A list to which remarks on it are added.</param>
    /// <exception cref="BadInputException">The suite can't be measured there.</exception>
    Suite Fit(Suite suite, NetworkEngines engines, ICollection<Note> notes);

    /// <summary>An impaired network with the engine that makes it between these sides.</summary>
    /// <exception cref="BadInputException">Nothing makes it there; the message tells what to do.</exception>
    Network NetworkFor(Network asked, NetworkEngines engines);

    /// <summary>The cores of each cell's server and client, as far as this process can see them; empty for other
    /// machines.</summary>
    IEnumerable<(string Server, string Client)> SeenCpus(Suite suite);

    /// <summary>Checks what the cells that are to be measured need of the machine.</summary>
    /// <exception cref="BadInputException">The machine lacks something that they need.</exception>
    void Require(IReadOnlyList<Cell> cells);
}
