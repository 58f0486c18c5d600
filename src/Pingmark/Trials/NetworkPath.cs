using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>The network between a server and its clients, and what it means for whoever measures through it. This path
/// is the network as the machines have it.</summary>
public class NetworkPath : IDisposable
{
    private NetworkPath() { }

    public static NetworkPath Plain { get; } = new();

    /// <summary>Makes the path through a link.</summary>
    /// <param name="link">The link, which belongs to the path from then on.</param>
    public static NetworkPath Through(INetworkLink link) => new Impaired(link);

    /// <summary>Opens a network before a server.</summary>
    /// <param name="network">The network; null where it is as the machines have it.</param>
    /// <param name="stack">The id of the stack whose messages pass it.</param>
    /// <param name="impairer">What impairs networks; null where nothing does.</param>
    /// <exception cref="UnsupportedException">The network can't be had for the stack.</exception>
    /// <exception cref="WorkerFault">The machine does not permit the network, or permits it no more.</exception>
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

    /// <summary>Whether windows differ by chance, because packets are lost or are under way for long.</summary>
    internal virtual bool VariesByChance => false;

    /// <summary>How often a first message is tried; a first datagram may be lost.</summary>
    internal virtual int ContactTries => 2;

    /// <summary>After how many windows in a row without an answer the server counts as silent.</summary>
    internal virtual int MostSilentWindows => 2;

    /// <summary>How many times as long as usual connecting may take.</summary>
    internal virtual int ConnectTimes => 1;

    /// <summary>Says what a server behind it is asked for.</summary>
    internal virtual Scenario ForServer(Scenario scenario) => scenario;

    /// <summary>Says where clients find the server.</summary>
    internal virtual ServerAddress ToServer(ServerAddress server, Side asking) => server;

    /// <summary>Makes the network as the scenario asks, for clients that connect from then on.</summary>
    /// <param name="seed">The seed of all that the network decides.</param>
    internal virtual void Shape(Scenario scenario, int seed, Side asking) { }

    /// <summary>Counts what passes the network until the function that it returns is called; that function gives null
    /// where nobody counts.</summary>
    internal virtual Func<NetworkUse?> Watch(Side asking) => () => null;

    public virtual void Dispose() => GC.SuppressFinalize(this);

    private sealed class Impaired(INetworkLink link) : NetworkPath
    {
        private const int ManyTries = 20;

        internal override bool VariesByChance => true;
        internal override int ContactTries => ManyTries;
        internal override int MostSilentWindows => ManyTries;

        /// <summary>How many times as long as usual connecting may take: the first packets may be lost several times,
        /// and each loss takes its time.</summary>
        internal override int ConnectTimes => 6;

        internal override Scenario ForServer(Scenario scenario) =>
            link.ListenAddress is { } address ? scenario with { Address = address } : scenario;

        internal override ServerAddress ToServer(ServerAddress server, Side asking) =>
            Asked(() => link.Behind(server), asking);

        internal override void Shape(Scenario scenario, int seed, Side asking) =>
            Asked(
                () =>
                {
                    link.Shape(scenario.Network ?? new(), seed);
                    return link;
                },
                asking
            );

        internal override Func<NetworkUse?> Watch(Side asking)
        {
            var before = Asked(link.Use, asking);
            return () => Asked(link.Use, asking) - before;
        }

        public override void Dispose()
        {
            link.Dispose();
            base.Dispose();
        }

        /// <summary>Asks the link; a fault of it fails the cell, and not the run.</summary>
        private static T Asked<T>(Func<T> ask, Side asking)
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
}
