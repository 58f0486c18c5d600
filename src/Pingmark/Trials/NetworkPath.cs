using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>The network between a server and its clients, and what it means for measuring.</summary>
public sealed class NetworkPath : IDisposable
{
    private const int UsualTries = 2,
        TriesOnLossyLink = 20;

    /// <summary>The first packets may be lost several times, and each loss takes its time.</summary>
    private const int ConnectTimeoutFactorOnLossyLink = 6;

    private readonly INetworkLink? _link;

    private NetworkPath(INetworkLink? link) => _link = link;

    /// <summary>The network as the machines have it.</summary>
    public static NetworkPath Plain { get; } = new(link: null);

    /// <summary>An impaired network.</summary>
    /// <param name="link">The link, which the path disposes of.</param>
    public static NetworkPath Through(INetworkLink link) => new(link);

    /// <summary>Opens a network before a server.</summary>
    /// <param name="network">The network; null where it is as the machines have it.</param>
    /// <param name="impairer">What impairs networks; null where nothing does.</param>
    /// <exception cref="UnsupportedException">The stack can't have the network.</exception>
    /// <exception cref="WorkerFault">The machine does not permit the network.</exception>
    public static NetworkPath Open(Network? network, string stack, Impairer? impairer)
    {
        if (network is null)
            return Plain;
        if (impairer is null)
            throw new UnsupportedException(stack, "only `run`, `probe` and `nbn` impair a network");
        if (impairer.Refusal(network, stack) is { } refusal)
            throw new UnsupportedException(stack, refusal);
        try
        {
            return Through(impairer.Open(network, stack));
        }
        catch (PingmarkException e)
        {
            throw new WorkerFault(stack, "network", e.Message, []);
        }
    }

    /// <summary>Whether windows differ by chance, because packets are lost or delayed.</summary>
    internal bool IsRandom => _link is not null;

    /// <summary>How often a first message is tried; a first datagram may be lost.</summary>
    internal int ContactTries => IsRandom ? TriesOnLossyLink : UsualTries;

    /// <summary>After how many windows in a row without an answer the server counts as silent.</summary>
    internal int MaxSilentWindows => IsRandom ? TriesOnLossyLink : UsualTries;

    internal int ConnectTimeoutFactor => IsRandom ? ConnectTimeoutFactorOnLossyLink : 1;

    /// <summary>The scenario with the address on which a server behind the network listens.</summary>
    internal Scenario ForServer(Scenario scenario) =>
        _link?.ListenAddress is { } address ? scenario with { Address = address } : scenario;

    /// <summary>The address at which clients find the server.</summary>
    internal ServerAddress ToServer(ServerAddress server, Side asking) =>
        _link is { } link ? Ask(() => link.Behind(server), asking) : server;

    /// <summary>Makes the network as the scenario asks, for clients that connect from then on.</summary>
    internal void Shape(Scenario scenario, int seed, Side asking)
    {
        if (_link is not { } link)
            return;
        Ask(
            () =>
            {
                link.Shape(scenario.Network ?? new(), seed);
                return link;
            },
            asking
        );
    }

    /// <summary>Begins to count what passes; the returned function ends it, and returns null where nobody
    /// counts.</summary>
    internal Func<NetworkUse?> BeginCount(Side asking)
    {
        if (_link is not { } link)
            return () => null;
        var before = Ask(link.Use, asking);
        return () => Ask(link.Use, asking) - before;
    }

    public void Dispose() => _link?.Dispose();

    /// <summary>Asks the link; its failure fails the cell, not the run.</summary>
    private static T Ask<T>(Func<T> ask, Side asking)
    {
        try
        {
            return ask();
        }
        catch (PingmarkException e)
        {
            throw asking.Fault("network", e.Message);
        }
    }
}
