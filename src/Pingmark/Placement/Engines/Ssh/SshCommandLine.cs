namespace Pingmark.Placement.Engines.Ssh;

/// <summary>Calls OpenSSH as the user has configured it: keys, agents and jump hosts are its own business. What
/// pingmark insists on is that nobody is asked for anything, that unknown host keys are refused, that a connection that
/// is cut is noticed, and that nothing but the command goes through it.</summary>
/// <param name="destination">The destination as ssh takes it.</param>
/// <param name="config">A configuration that is used in place of the user's; null where the user's is used.</param>
/// <param name="socket">The path of the socket of the one connection that all commands share.</param>
internal sealed class SshCommandLine(string destination, string? config, string socket) : RemoteShell
{
    public override string Name => "ssh";

    /// <summary>False, because ssh ends with 255 also where it lost the connection, and with more than 128 and less
    /// than 255 where it was killed itself.</summary>
    public override bool TellsSignals => false;

    public override bool UsesLoginShell => true;

    public override string WhereToLook => "look at its address, its power and the firewalls in between";

    /// <summary>The folder of the socket, which is removed with this.</summary>
    public IDisposable? Folder { get; init; }

    /// <summary>The seconds after which a host that does not answer is given up. The opening may take longer: it takes
    /// the name, jump hosts and keys.</summary>
    private const int ConnectS = 5;

    private static readonly string[] Always =
    [
        "BatchMode=yes",
        "StrictHostKeyChecking=yes",
        $"ConnectTimeout={ConnectS}",
        "ConnectionAttempts=1",
        "ServerAliveInterval=1",
        "ServerAliveCountMax=3",
        "ClearAllForwardings=yes",
        "ForwardAgent=no",
        "ForwardX11=no",
        "PermitLocalCommand=no",
        "RemoteCommand=none",
        "RequestTTY=no",
        "ControlPersist=no",
    ];

    public override IReadOnlyList<string> OpeningCommand(string script, params IEnumerable<string> arguments) =>
        Arguments("yes", script, arguments);

    public override IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments) =>
        Arguments("no", script, arguments);

    private List<string> Arguments(string isMaster, string script, IEnumerable<string> arguments) =>
        [
            "ssh",
            .. config is null ? Array.Empty<string>() : ["-F", config],
            .. Always
                .Append($"ControlMaster={isMaster}")
                .Append($"ControlPath={socket}")
                .SelectMany(option => new[] { "-o", option }),
            "-T",
            "--",
            destination,
            // Whatever shell the user has there, the script's is sh, which takes its place.
            $"exec /bin/sh -c 'eval \"$(printf %b \"$1\")\"' sh '{Plain(Called(script, arguments))}'",
        ];

    private static string Called(string script, IEnumerable<string> arguments) =>
        $"set -- {string.Join(' ', arguments.Select(Quote))}\n{script}";

    /// <summary>Writes a text without what some shell takes for its own within quotes, csh and fish among them;
    /// printf's %b undoes it.</summary>
    private static string Plain(string text) =>
        string.Concat(text.Select(c => c is '\\' or '\'' or '!' or '\n' ? Escaped(c) : $"{c}"));

    private static string Escaped(char c) => $"\\0{Convert.ToString(c, 8).PadLeft(3, '0')}";

    /// <summary>Leaves the facts as they are, because ssh's own sshd has told the addresses.</summary>
    public override SiteFacts CompleteFacts(SiteFacts told) => told;

    protected override IReadOnlyList<(string Said, string Meaning)> KnownProblems =>
        [
            (
                "REMOTE HOST IDENTIFICATION HAS CHANGED",
                "its host key is not the one that is known: it was set up anew, or somebody is in between; if you "
                    + $"know why, `ssh-keygen -R {Host}`, then `ssh {destination}` once by hand"
            ),
            (
                "Host key verification failed",
                $"its host key is not known here: `ssh {destination}` once by hand, and compare the fingerprint"
            ),
            (
                // Of its own, and not of a file there.
                "Permission denied (",
                $"it takes none of the keys that ssh offers, and passwords are not asked for: "
                    + $"`ssh-copy-id {destination}`, or `ssh-add` the key"
            ),
            (
                "currently not available",
                $"its user may run nothing there (a login shell like nologin): name another one, {AnotherUser}"
            ),
            (
                ": restricted",
                "its user has a restricted login shell there, which runs no other: name another one, " + AnotherUser
            ),
            ("Could not resolve hostname", "there is no host of that name: look at the name, or ~/.ssh/config"),
            ("Connection refused", "nothing listens there for ssh: start its sshd, or name the port in ~/.ssh/config"),
            ("timed out", NoAnswer),
            ("not responding", NoAnswer),
            ("No route to host", NoWay),
            ("Network is unreachable", NoWay),
        ];

    private const string NoAnswer = "it does not answer: look at its address, its power and the firewalls in between",
        NoWay = "it can't be reached from here: look at its address and at the network";

    private string Host => destination[(destination.LastIndexOf('@') + 1)..];
    private string AnotherUser => $"as in ssh:USER@{Host}";

    public override void Dispose()
    {
        Folder?.Dispose();
        base.Dispose();
    }
}
