namespace Pingmark.Placement.Engines;

/// <summary>Carries a script to another machine, and its streams there and back, by a program that the user
/// has.</summary>
internal abstract class RemoteShell : IDisposable
{
    /// <summary>What messages call the program.</summary>
    public abstract string Name { get; }

    /// <summary>Whether an exit code of 128 + n means that signal n ended the remote process, as shells say it. Where
    /// it is false codes above 128 mean that the connection was lost, or that the remote process was killed.</summary>
    public virtual bool TellsSignals => true;

    /// <summary>Whether the remote process ends with this client, also where SIGKILL ends the client.</summary>
    public virtual bool CleansUp => false;

    /// <summary>Whether commands are given to the login shell that the user has there.</summary>
    public virtual bool UsesLoginShell => false;

    /// <summary>The longest time until the connection is there; what follows goes the same way.</summary>
    public virtual TimeSpan LongestOpening => TimeSpan.FromSeconds(8);

    /// <summary>What the user may look at where nothing came within that time.</summary>
    public abstract string WhereToLook { get; }

    /// <summary>Gives the command line of this machine that opens the connection, which ends with it.</summary>
    public virtual IReadOnlyList<string> OpeningCommand(string script, params IEnumerable<string> arguments) =>
        Command(script, arguments);

    public abstract IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments);

    /// <summary>Completes what the machine told by the addresses of the connection. An sshd there may have told some,
    /// which are somebody else's where this is not ssh.</summary>
    public virtual SiteFacts CompleteFacts(SiteFacts told) => told with { Address = null, Ours = null };

    /// <summary>What the program may say, and what that means.</summary>
    protected virtual IReadOnlyList<(string Said, string Meaning)> KnownProblems => [];

    /// <summary>Explains what the program said last.</summary>
    public string Problem(IReadOnlyList<string> said, string otherwise) =>
        RemoteProblem.Explain(KnownProblems, said, otherwise);

    public virtual void Dispose() { }

    /// <summary>Quotes a text so that a shell takes it as one word, whatever is in it.</summary>
    internal static string Quote(string word) => $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

/// <summary>Explains what a command on another machine, or what carried it there, said last, so that the user knows
/// what to do about it.</summary>
internal static class RemoteProblem
{
    private const string FullDisk = "its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there";

    private static readonly (string Said, string Meaning)[] OfDisks =
    [
        ("No space left on device", FullDisk),
        ("Wrote only ", FullDisk),
        ("Disk quota exceeded", "the user's disk quota there is used up: make room in ~/.cache"),
        ("Read-only file system", "its cache folder can't be written: set XDG_CACHE_HOME there"),
        // As mkdir says it, and mktemp.
        (
            "create directory",
            "its cache folder can't be made or written: look at who owns ~/.cache and what it is, or set "
                + "XDG_CACHE_HOME there"
        ),
    ];

    public static string Explain(
        IEnumerable<(string Said, string Meaning)> known,
        IReadOnlyList<string> said,
        string otherwise
    )
    {
        foreach (var (words, meaning) in known)
            if (FindLine(words) is not null)
                return meaning;
        foreach (var (words, meaning) in OfDisks)
            if (FindLine(words) is { } line)
                return $"{meaning}; {QuoteOutput(line)}";
        return said.LastOrDefault(line => line.Length > 0) is { } last ? QuoteOutput(last) : otherwise;

        string? FindLine(string words) =>
            said.FirstOrDefault(line => line.Contains(words, StringComparison.OrdinalIgnoreCase));
    }

    private static string QuoteOutput(string line) => $"it said \"{TerminalSafeText.Plain(line)}\"";
}
