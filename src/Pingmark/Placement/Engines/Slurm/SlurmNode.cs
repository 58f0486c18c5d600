using System.Net;
using System.Net.Sockets;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>What Slurm knows of a node.</summary>
/// <param name="At">Where it reaches the node: an address or a name.</param>
/// <param name="State">As it writes it, <c>ALLOCATED</c>; with <c>*</c>: the node's daemon does not answer.</param>
internal sealed record SlurmNode(string Name, string At, string State)
{
    public bool IsDown => State.Contains("DOWN", StringComparison.Ordinal) || State.Contains('*');

    /// <param name="line">Of <c>scontrol --oneliner show node</c>: <c>NodeName=n1 … NodeAddr=10.0.0.1 … State=IDLE
    /// …</c>.</param>
    /// <returns>Null: it is about no node.</returns>
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

    /// <returns>Null: nobody knows that name.</returns>
    public async Task<IPAddress?> AddressAsync(CancellationToken cancel)
    {
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(At, cancel).ConfigureAwait(false);
            return addresses.FirstOrDefault();
        }
        catch (SocketException)
        {
            return null;
        }
    }

    /// <summary>This machine's address towards another; nothing is sent.</summary>
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
