namespace Pingmark.Model;

/// <summary>A machine that workers may run on, as asked for: a line of a hosts file, or a word of the command
/// line.</summary>
public sealed record SiteEntry
{
    public const string ThisMachine = "local";

    public static readonly SiteEntry Local = new() { Name = ThisMachine };

    public required string Name { get; init; }

    /// <summary>What OpenSSH takes as destination; null: this machine.</summary>
    public string? Ssh { get; init; }

    /// <summary>The address that servers listen on there; null: the one that it was reached by.</summary>
    public string? Bind { get; init; }

    /// <summary>The address that clients reach them by; null: the same.</summary>
    public string? Reach { get; init; }

    /// <summary>The cores that may be used, a list as taskset takes it; null: all that are allowed.</summary>
    public string? Cores { get; init; }

    public IReadOnlyList<string> Labels { get; init; } = [];
}

/// <summary>Where the two sides run.</summary>
/// <param name="Clients">Generators are spread over them; a single client is on the first.</param>
public sealed record SiteChoice(SiteEntry Server, IReadOnlyList<SiteEntry> Clients)
{
    public static readonly SiteChoice AllHere = new(SiteEntry.Local, [SiteEntry.Local]);

    public bool IsAllHere => Server.Ssh is null && Clients.All(client => client.Ssh is null);

    public bool IsOneSite => Clients.All(client => client == Server);

    /// <summary>Of the clients' sites so many as there are workers for.</summary>
    public SiteChoice For(int generators) => this with { Clients = Clients.Take(generators).ToList() };
}
