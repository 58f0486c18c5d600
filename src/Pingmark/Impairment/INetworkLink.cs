using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>A network engine: a way to put a network between two sides of this machine.</summary>
public interface INetworkEngine
{
    /// <param name="transport">The transport below what a stack speaks: <c>tcp</c> or <c>udp</c>.</param>
    /// <returns>Why the engine can't do that to this transport, and what can; null if it can.</returns>
    string? Refusal(Network network, string transport);

    /// <exception cref="PingmarkException">The machine does not permit it, or not any longer.</exception>
    INetworkLink Open(string transport);
}

/// <summary>An impaired network between one server and its clients. It has a thread of its own, which is neither
/// side's.</summary>
public interface INetworkLink : IDisposable
{
    /// <summary>The address on which servers behind it listen; null where they may choose.</summary>
    string? ListenAddress { get; }

    /// <summary>The number of packets that it has taken so far.</summary>
    long Taken { get; }

    /// <returns>The address by which clients reach the server through this network.</returns>
    ServerAddress Behind(ServerAddress server);

    /// <summary>Changes the network for clients that connect from then on; what is under way is forgotten.</summary>
    /// <param name="seed">The seed of everything that is decided by chance.</param>
    void Shape(Network network, int seed);

    /// <summary>What has passed since it was opened.</summary>
    NetworkUse Use();
}
