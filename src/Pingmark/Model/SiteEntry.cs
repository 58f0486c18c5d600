namespace Pingmark.Model;

/// <summary>A machine that workers may run on, as asked for: a line of a hosts file, or a word of the command
/// line.</summary>
public sealed record SiteEntry
{
    public const string ThisMachine = "local";

    public static readonly SiteEntry Local = new() { Name = ThisMachine };

    public required string Name { get; init; }

    /// <summary>What OpenSSH takes as destination; null: not by ssh.</summary>
    public string? Ssh { get; init; }

    /// <summary>A node of a Slurm job; "": any one, known when there is a job; null: not by Slurm.</summary>
    public string? Slurm { get; init; }

    /// <summary>Neither: this machine.</summary>
    public bool IsHere => Ssh is null && Slurm is null;

    public bool IsAnyNode => Slurm is "";

    /// <summary>The address that servers listen on there; null: the one that it was reached by.</summary>
    public string? Bind { get; init; }

    /// <summary>The address that clients reach them by; null: the same.</summary>
    public string? Reach { get; init; }

    /// <summary>The cores that may be used, a list as taskset takes it; null: all that are allowed.</summary>
    public string? Cores { get; init; }

    public IReadOnlyList<string> Labels { get; init; } = [];

    /// <summary>Where workers are built that run by themselves; null: here, and there where that does not
    /// start.</summary>
    public BuildPlace? Build { get; init; }
}

/// <summary>On the machine that pingmark runs on, or on the one that the worker runs on.</summary>
public enum BuildPlace
{
    Here,
    There,
}

/// <summary>Where the two sides run.</summary>
/// <param name="Clients">Generators are spread over them; a single client is on the first.</param>
public sealed record SiteChoice(SiteEntry Server, IReadOnlyList<SiteEntry> Clients)
{
    public static readonly SiteChoice AllHere = new(SiteEntry.Local, [SiteEntry.Local]);

    public bool IsAllHere => Server.IsHere && Clients.All(client => client.IsHere);

    public bool IsOneSite => Clients.All(client => client == Server);

    /// <summary>Of the clients' sites so many as there are workers for.</summary>
    public SiteChoice For(int generators) => this with { Clients = Clients.Take(generators).ToList() };

    /// <summary>Nodes that a Slurm job must have.</summary>
    public IReadOnlyList<string> NamedNodes =>
        All.Select(site => site.Slurm).OfType<string>().Where(node => node.Length > 0).Distinct().ToList();

    /// <summary>How many more it must have, whichever they are.</summary>
    public int MoreNodes => All.Count(site => site.IsAnyNode);

    /// <summary>With nodes of a job for those that any one will do for, the server's first.</summary>
    public SiteChoice On(IReadOnlyList<string> nodes)
    {
        var free = new Queue<string>(nodes.Except(NamedNodes));
        return new(Found(Server), Clients.Select(Found).ToList());

        SiteEntry Found(SiteEntry site) =>
            site.IsAnyNode && free.Dequeue() is var node ? site with { Name = node, Slurm = node } : site;
    }

    private IEnumerable<SiteEntry> All => Clients.Prepend(Server);
}
