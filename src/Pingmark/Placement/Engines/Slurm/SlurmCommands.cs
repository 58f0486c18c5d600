using System.Net;
using System.Net.Sockets;
using Pingmark.Host;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Reads what Slurm's commands tell of a cluster.</summary>
internal static class SlurmCommands
{
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromSeconds(8);

    /// <summary>The most that is read of an answer: there are some 2 kB for each of thousands of nodes.</summary>
    private const long MostBytes = 64 << 20;

    /// <summary>Checks that commands of Slurm are there.</summary>
    /// <exception cref="SiteException">A command is missing here; the message tells where it is to be had.</exception>
    public static void Require(params IEnumerable<string> commands)
    {
        if (commands.FirstOrDefault(command => Executables.Find(command) is null) is { } missing)
            throw new SiteException($"slurm: {missing} is not installed here: apt-get install slurm-client");
    }

    /// <summary>Asks Slurm about nodes.</summary>
    /// <exception cref="SiteException">There is no such node, or nobody answers.</exception>
    public static async Task<IReadOnlyList<SlurmNode>> NodesAsync(string list, CancellationToken cancel)
    {
        var answer = await ForeignTool
            .ReadAsync(
                ["scontrol", "--oneliner", "show", "node", list],
                LongestAnswer,
                MostBytes,
                problem => new SiteException($"slurm: {Explain(problem)}"),
                cancel
            )
            .ConfigureAwait(false);
        return answer.Split('\n').Select(SlurmNode.Read).OfType<SlurmNode>().ToList();
    }

    private static string Explain(string problem) =>
        SlurmProblems.All.FirstOrDefault(known => problem.Contains(known.Said, StringComparison.Ordinal)).Meaning
        ?? TerminalSafeText.Plain(problem);
}

/// <summary>A node, as Slurm describes it.</summary>
/// <param name="Address">The address or name by which Slurm reaches the node.</param>
/// <param name="State">The state as Slurm writes it, <c>ALLOCATED</c>; a <c>*</c> after it means that the node's daemon
/// does not answer.</param>
internal sealed record SlurmNode(string Name, string Address, string State)
{
    public bool IsDown => State.Contains("DOWN", StringComparison.Ordinal) || State.Contains('*');

    /// <summary>Reads one line that describes a node.</summary>
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

    /// <summary>Looks up the address of the node; null where nobody knows the node's name.</summary>
    public async Task<IPAddress?> AddressAsync(CancellationToken cancel)
    {
        try
        {
            return (await Dns.GetHostAddressesAsync(Address, cancel).ConfigureAwait(false)).FirstOrDefault();
        }
        catch (SocketException)
        {
            return null;
        }
    }
}

/// <summary>What Slurm's commands say when there are no nodes to be had, or when a step can't begin, and what that
/// means.</summary>
internal static class SlurmProblems
{
    private const string JobEnded = "the job has ended: its time was up, or somebody cancelled it";

    public static readonly IReadOnlyList<(string Said, string Meaning)> All =
    [
        (
            "Unable to contact slurm controller",
            "its controller (slurmctld) does not answer: look at `scontrol ping`, and at SLURM_CONF"
        ),
        (
            "Could not establish a configuration source",
            "there is no slurm.conf on this machine: it is the cluster's, and SLURM_CONF names another place"
        ),
        ("Invalid node name", "there is no node of that name: `sinfo --Node` lists them"),
        (
            "Requested partition configuration not available",
            "the cluster's default partition has fewer nodes: `sinfo` lists them; SALLOC_PARTITION names another"
        ),
        (
            "Requested node configuration is not available",
            "there are no such nodes, or fewer: `sinfo` lists them; SALLOC_PARTITION names another partition"
        ),
        (
            "Invalid partition name",
            "there is no partition of that name: `sinfo` lists them; SALLOC_PARTITION names one"
        ),
        ("Invalid account", "that account may not use the partition: SALLOC_ACCOUNT and SALLOC_PARTITION name them"),
        ("Invalid job id", JobEnded),
        ("already completing or completed", JobEnded),
        (
            "Required node not available",
            "the node is down, drained or reserved: `sinfo --Node --long` tells why (--list-reasons)"
        ),
        (
            "Communication connection failure",
            "its slurmd does not answer: look at its state (`sinfo --Node --long`) and at its power"
        ),
    ];
}
