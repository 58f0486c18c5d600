using Pingmark.Model;
using Pingmark.Placement.Engines;

namespace Pingmark.Placement;

/// <summary>A machine on which workers may run, as the user named it in a hosts file or on the command line.</summary>
public sealed record SiteEntry
{
    public static readonly SiteEntry Local = new() { Name = WorkerHost.ThisMachine };

    public required string Name { get; init; }

    /// <summary>The engine by which the machine is reached; null for this machine.</summary>
    public MachineEngine? Engine { get; init; }

    /// <summary>What the engine calls the machine; empty for any machine of the engine, which is known when the engine
    /// is open.</summary>
    public string Destination { get; init; } = "";

    public bool IsHere => Engine is null;

    public bool IsAny => Engine is not null && Destination.Length == 0;

    /// <summary>The address on which servers listen there; null where it is the one by which the machine was
    /// reached.</summary>
    public string? Bind { get; init; }

    /// <summary>The address by which clients reach its servers; null where it is the one on which these
    /// listen.</summary>
    public string? Reach { get; init; }

    /// <summary>The cores that workers may use, as taskset's list; null for all that are allowed.</summary>
    public string? Cores { get; init; }

    public IReadOnlyList<string> Labels { get; init; } = [];

    /// <summary>Where self-contained workers are built for the machine; null for here, and there where the one that
    /// was built here does not start.</summary>
    public BuildPlace? Build { get; init; }
}

/// <summary>The machine on which a worker is built.</summary>
public enum BuildPlace
{
    Here,
    There,
}

/// <summary>The machines on which the two sides run.</summary>
/// <param name="Clients">The machines over which generators are spread; a single client is on the first.</param>
public sealed record SiteChoice(SiteEntry Server, IReadOnlyList<SiteEntry> Clients)
{
    public bool IsAllHere => Server.IsHere && Clients.All(client => client.IsHere);

    public bool IsOneSite => Clients.All(client => client == Server);

    /// <summary>Makes a choice that has no more client sites than there are client workers.</summary>
    public SiteChoice For(int generators) => this with { Clients = Clients.Take(generators).ToList() };

    /// <summary>The server's machine, then those of clients.</summary>
    public IEnumerable<SiteEntry> All => Clients.Prepend(Server);
}
