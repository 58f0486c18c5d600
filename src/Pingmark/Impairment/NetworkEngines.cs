using Pingmark.Model;

namespace Pingmark.Impairment;

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

/// <summary>The ways to put a network between two sides of this machine, as far as the machine permits them: a network
/// device, through which every packet goes, or a relay, which passes packets on between the sockets of both sides and
/// takes no rights. A transport is <c>tcp</c> or <c>udp</c>, below what a stack speaks.</summary>
public sealed class NetworkEngines
{
    private const string HowToHaveDevice =
        "a network device can (network.engine: tun): run as root, or as root of a namespace of your own by "
        + "`unshare --user --map-root-user --net ./pingmark run ...`";

    private readonly Lazy<string?> _deviceProblem = new(FindDeviceProblem);

    /// <summary>The network with the engine that this machine permits in place of
    /// <see cref="NetworkEngine.Auto"/>.</summary>
    public Network Resolved(Network network) =>
        network.Engine != NetworkEngine.Auto
            ? network
            : network with
            {
                Engine = _deviceProblem.Value is null ? NetworkEngine.Tun : NetworkEngine.Relay,
            };

    /// <summary>Why the engine can't be used here; null if it can.</summary>
    public string? Problem(NetworkEngine engine) =>
        engine == NetworkEngine.Tun && _deviceProblem.Value is { } problem ? $"{problem}; {HowToHaveDevice}" : null;

    /// <summary>Why the network's engine can't do that to a transport, and what can; null if it can.</summary>
    public static string? Refusal(Network network, string transport) =>
        network.Engine != NetworkEngine.Tun && transport != "udp" && network.AltersPackets
            ? "the relay passes on the bytes of a stream, and can't lose, double or reorder its packets; "
                + HowToHaveDevice
            : null;

    /// <exception cref="PingmarkException">The machine does not permit it, or not any longer.</exception>
    public static INetworkLink Open(NetworkEngine engine, string transport) =>
        engine == NetworkEngine.Tun ? new TunLink()
        : transport == "udp" ? new UdpRelayLink()
        : new TcpRelayLink();

    private static string? FindDeviceProblem()
    {
        try
        {
            using var tried = new TunLink();
            return null;
        }
        catch (PingmarkException e)
        {
            return e.Message;
        }
    }
}
