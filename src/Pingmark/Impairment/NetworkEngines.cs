using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Passes packets on between the sockets of both sides, which takes no rights.</summary>
internal sealed class RelayEngine : INetworkEngine
{
    public string? Refusal(Network network, string transport) =>
        (transport, network.HarmsPackets) switch
        {
            ("udp", _) or (not "udp", false) => null,
            _ => "the relay passes on the bytes of a stream, and can't lose, double or reorder its packets; "
                + TunEngine.HowTo,
        };

    public INetworkLink Open(string transport) => transport == "udp" ? new UdpRelayLink() : new TcpRelayLink();
}

/// <summary>Makes a network device, through which every packet goes.</summary>
internal sealed class TunEngine : INetworkEngine
{
    public static string HowTo =>
        "a network device can (network.engine: tun): run as root, or as root of a namespace of your own by "
        + $"`unshare --user --map-root-user --net {Called.Name} run ...`";

    public string? Refusal(Network network, string transport) => null;

    public INetworkLink Open(string transport) => new TunLink();

    /// <returns>Why this machine does not permit a network device; null if it does.</returns>
    public static string? Problem()
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

/// <summary>The engines that this machine permits.</summary>
public sealed class NetworkEngines
{
    private readonly Lazy<string?> _noTun = new(TunEngine.Problem);
    private readonly RelayEngine _relay = new();
    private readonly TunEngine _tun = new();

    /// <summary>The network with the engine that this machine permits in place of
    /// <see cref="NetworkEngine.Auto"/>.</summary>
    public Network Resolved(Network network) =>
        network.Engine != NetworkEngine.Auto
            ? network
            : network with
            {
                Engine = _noTun.Value is null ? NetworkEngine.Tun : NetworkEngine.Relay,
            };

    /// <summary>Why the engine can't be used here; null if it can.</summary>
    public string? Problem(NetworkEngine kind) =>
        kind == NetworkEngine.Tun && _noTun.Value is { } problem ? $"{problem}; {TunEngine.HowTo}" : null;

    public INetworkEngine Find(NetworkEngine kind) => kind == NetworkEngine.Tun ? _tun : _relay;
}
