using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>A way to put a network between two sides of this machine.</summary>
public interface INetworkEngine
{
    NetworkEngine Kind { get; }

    /// <param name="transport">What a stack speaks: <c>tcp</c> or <c>udp</c>.</param>
    /// <returns>Why it can't do that to it, and what can; null: it can.</returns>
    string? Refusal(Network network, string transport);

    /// <exception cref="PingmarkException">The machine does not permit it (any more).</exception>
    INetworkLink Open(string transport);
}

/// <summary>A network between one server and its clients, with a thread of its own, which is neither side's.</summary>
public interface INetworkLink : IDisposable
{
    /// <summary>Servers behind it listen on this; null: on what they like.</summary>
    string? ListenAddress { get; }

    /// <summary>Packets that it has taken so far.</summary>
    long Taken { get; }

    /// <returns>Where clients find the server, through this network.</returns>
    ServerAddress Behind(ServerAddress server);

    /// <summary>From now on it is like this, for clients that connect now: what is under way is forgotten.</summary>
    /// <param name="seed">Of all that it decides.</param>
    void Shape(Network network, int seed);

    /// <summary>Since it was opened.</summary>
    NetworkUse Use();
}
