namespace Pingmark.Placement.Engines;

/// <summary>What carries a script to another machine, and its streams there and back: a program that the user
/// has.</summary>
internal abstract class RemoteShell : IDisposable
{
    /// <summary>For messages.</summary>
    public abstract string Name { get; }

    /// <summary>Exit code 128 + n means that signal n ended the remote process, as shells say it. False: codes above
    /// 128 mean that the connection was lost, or that the remote process was killed.</summary>
    public virtual bool TellsSignals => true;

    /// <summary>The remote process ends with this client, also where SIGKILL ends the client.</summary>
    public virtual bool CleansUp => false;

    /// <summary>Commands are given to the login shell that the user has there.</summary>
    public virtual bool UsesLoginShell => false;

    /// <summary>To be there: what follows goes the same way.</summary>
    public virtual TimeSpan LongestOpening => TimeSpan.FromSeconds(8);

    /// <summary>What to look at where nothing came by then.</summary>
    public abstract string WhereToLook { get; }

    /// <summary>The words of this machine that open the way, which ends with them.</summary>
    public virtual IReadOnlyList<string> First(string script, params IEnumerable<string> arguments) =>
        Command(script, arguments);

    public abstract IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments);

    /// <summary>With the addresses of the way there. An sshd there may have told some, which are somebody else's where
    /// this is not ssh.</summary>
    public virtual SiteFacts Completed(SiteFacts told) => told with { Address = null, Ours = null };

    /// <summary>What it may say, and what that means.</summary>
    protected virtual IReadOnlyList<(string Said, string Meaning)> Known => [];

    /// <summary>What it said last, in words that tell what to do about it.</summary>
    /// <param name="otherwise">Where it said nothing.</param>
    public string Problem(IReadOnlyList<string> said, string otherwise) => RemoteProblem.Text(Known, said, otherwise);

    public virtual void Dispose() { }

    /// <summary>As one word of a shell, whatever is in it.</summary>
    internal static string Quoted(string word) => $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
