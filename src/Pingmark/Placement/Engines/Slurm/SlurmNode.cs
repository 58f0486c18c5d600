using System.Net;
using System.Net.Sockets;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>A node, as Slurm describes it.</summary>
/// <param name="Address">The address or name by which Slurm reaches the node.</param>
/// <param name="State">The state as Slurm writes it, <c>ALLOCATED</c>; a <c>*</c> after it means that the node's daemon
/// does not answer.</param>
internal sealed record SlurmNode(string Name, string Address, string State)
{
    public bool IsDown => State.Contains("DOWN", StringComparison.Ordinal) || State.Contains('*');

    /// <summary>Reads one line that describes a node.</summary>
    /// <param name="line">A line of <c>scontrol --oneliner show node</c>: <c>NodeName=n1 … NodeAddr=10.0.0.1 …
    /// State=IDLE …</c>.</param>
    /// <returns>The node; null where the line is not about one.</returns>
    public static SlurmNode? Read(string line)
    {
        var values = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(word => word.Split('=', 2))
            .Where(word => word.Length == 2)
            .GroupBy(word => word[0], word => word[1])
            .ToDictionary(same => same.Key, same => same.First());
        // Messages have it in commands to paste.
        return
            values.GetValueOrDefault("NodeName") is { Length: > 0 } name
            && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '.')
            ? new(name, values.GetValueOrDefault("NodeAddr", name), values.GetValueOrDefault("State", ""))
            : null;
    }

    /// <summary>Looks up the address of the node.</summary>
    /// <returns>The address; null where nobody knows the node's name.</returns>
    public async Task<IPAddress?> AddressAsync(CancellationToken cancel)
    {
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(Address, cancel).ConfigureAwait(false);
            return addresses.FirstOrDefault();
        }
        catch (SocketException)
        {
            return null;
        }
    }

    /// <summary>Finds the address of this machine from which another machine is reached; nothing is sent.</summary>
    public static IPAddress? OursTowards(IPAddress theirs)
    {
        const int AnyPort = 9;
        try
        {
            using var socket = new Socket(theirs.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            socket.Connect(theirs, AnyPort);
            return (socket.LocalEndPoint as IPEndPoint)?.Address;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
