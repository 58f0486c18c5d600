namespace Pingmark.Placement;

/// <summary>What carries a script to another machine, and its streams there and back: an engine that the user
/// has.</summary>
internal interface IRemoteShell : IDisposable
{
    /// <summary>Exit code 128 + n means that signal n ended the remote process, as shells say it. False: codes above
    /// 128 mean that the connection was lost, or that the remote process was killed.</summary>
    bool TellsSignals { get; }

    /// <summary>The remote process ends with this client, also where SIGKILL ends the client.</summary>
    bool CleansUp { get; }

    /// <summary>For messages.</summary>
    string Name { get; }

    /// <summary>To be there: what follows goes the same way.</summary>
    TimeSpan LongestOpening { get; }

    /// <summary>What to look at where nothing came by then.</summary>
    string WhereToLook { get; }

    /// <summary>The words of this machine that open the way, which ends with them.</summary>
    IReadOnlyList<string> First(string script, params IEnumerable<string> arguments);

    IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments);

    /// <summary>With the addresses of the way there, where the engine tells them and not the machine.</summary>
    SiteFacts Completed(SiteFacts told);

    /// <summary>What it said last, in words that tell what to do about it.</summary>
    /// <param name="otherwise">Where it said nothing.</param>
    string Problem(IReadOnlyList<string> said, string otherwise);
}
