using Pingmark.Model;
using Pingmark.Placement.Engines;

namespace Pingmark.Placement;

/// <summary>A machine that workers may run on, as the user named it: a line of a hosts file, or a word of the command
/// line.</summary>
public sealed record SiteEntry
{
    public static readonly SiteEntry Local = new() { Name = WorkerHost.ThisMachine };

    public required string Name { get; init; }

    /// <summary>By which it is reached; null: it is the machine that pingmark runs on.</summary>
    public MachineEngine? Engine { get; init; }

    /// <summary>What the engine calls it; "": any machine that the engine has, known when it is open.</summary>
    public string Destination { get; init; } = "";

    /// <summary>Whether it is the machine that pingmark runs on.</summary>
    public bool IsHere => Engine is null;

    /// <summary>Whether any machine of the engine will do.</summary>
    public bool IsAny => Engine is not null && Destination.Length == 0;

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

    /// <summary>The server's, then those of clients.</summary>
    public IEnumerable<SiteEntry> All => Clients.Prepend(Server);
}
