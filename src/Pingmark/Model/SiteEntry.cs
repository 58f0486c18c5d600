namespace Pingmark.Model;

/// <summary>A machine that workers may run on, as the user named it: a line of a hosts file, or a word of the command
/// line.</summary>
public sealed record SiteEntry
{
    public const string ThisMachine = "local";

    public static readonly SiteEntry Local = new() { Name = ThisMachine };

    public required string Name { get; init; }

    /// <summary>The destination as OpenSSH takes it; null where the machine is not reached by ssh.</summary>
    public string? Ssh { get; init; }

    /// <summary>A node of a Slurm job; "": any node, known when there is a job; null where the machine is not reached
    /// by Slurm.</summary>
    public string? Slurm { get; init; }

    /// <summary>Whether it is the machine that pingmark runs on.</summary>
    public bool IsHere => Ssh is null && Slurm is null;

    public bool IsAnyNode => Slurm is "";

    /// <summary>The address that servers listen on there; null: the one that the machine was reached by.</summary>
    public string? Bind { get; init; }

    /// <summary>The address that clients reach its servers by; null: the one that they listen on.</summary>
    public string? Reach { get; init; }

    /// <summary>The cores that workers may use, a list as taskset takes it; null: all that are allowed.</summary>
    public string? Cores { get; init; }

    public IReadOnlyList<string> Labels { get; init; } = [];

    /// <summary>Where self-contained workers are built for it; null: here, and there where that one does not
    /// start.</summary>
    public BuildPlace? Build { get; init; }
}

/// <summary>The machine that a worker is built on: the one that pingmark runs on, or the one that the worker runs
/// on.</summary>
public enum BuildPlace
{
    Here,
    There,
}

/// <summary>Where the two sides run.</summary>
/// <param name="Clients">The machines that generators are spread over; a single client is on the first.</param>
public sealed record SiteChoice(SiteEntry Server, IReadOnlyList<SiteEntry> Clients)
{
    public static readonly SiteChoice AllHere = new(SiteEntry.Local, [SiteEntry.Local]);

    public bool IsAllHere => Server.IsHere && Clients.All(client => client.IsHere);

    public bool IsOneSite => Clients.All(client => client == Server);

    /// <summary>The choice with no more client sites than there are client workers.</summary>
    public SiteChoice For(int generators) => this with { Clients = Clients.Take(generators).ToList() };

    /// <summary>The nodes by name that a Slurm job must have.</summary>
    public IReadOnlyList<string> NamedNodes =>
        All.Select(site => site.Slurm).OfType<string>().Where(node => node.Length > 0).Distinct().ToList();

    /// <summary>How many nodes a Slurm job must have beyond the named ones.</summary>
    public int MoreNodes => All.Count(site => site.IsAnyNode);

    /// <summary>The choice with nodes of a job in place of those of which any one will do, the server's
    /// first.</summary>
    public SiteChoice On(IReadOnlyList<string> nodes)
    {
        var free = new Queue<string>(nodes.Except(NamedNodes));
        return new(Found(Server), Clients.Select(Found).ToList());

        SiteEntry Found(SiteEntry site) =>
            site.IsAnyNode && free.Dequeue() is var node ? site with { Name = node, Slurm = node } : site;
    }

    private IEnumerable<SiteEntry> All => Clients.Prepend(Server);
}
