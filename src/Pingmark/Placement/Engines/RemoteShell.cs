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

    /// <summary>Tells what the program said last in words that tell what to do about it.</summary>
    /// <param name="otherwise">What is told where it said nothing.</param>
    public string Problem(IReadOnlyList<string> said, string otherwise) =>
        RemoteProblem.Text(KnownProblems, said, otherwise);

    public virtual void Dispose() { }

    /// <summary>Quotes a text so that a shell takes it as one word, whatever is in it.</summary>
    internal static string Quote(string word) => $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
