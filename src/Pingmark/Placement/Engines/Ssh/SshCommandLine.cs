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

    /// <summary>The longest time until the connection is there: it takes the name, jump hosts and keys.</summary>
    public override TimeSpan LongestOpening => TimeSpan.FromSeconds(ConnectS + 3);

    public override string WhereToLook => "look at its address, its power and the firewalls in between";

    /// <summary>The folder of the socket, which is removed with this.</summary>
    public IDisposable? Folder { get; init; }

    /// <summary>The seconds after which a host that does not answer is given up; the first connection may take a few
    /// round trips more.</summary>
    public const int ConnectS = 5;

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

    /// <summary>Gives the command line that opens the connection, which ends with it and takes all others
    /// along.</summary>
    public override IReadOnlyList<string> OpeningCommand(string script, params IEnumerable<string> arguments) =>
        Arguments("yes", script, arguments);

    /// <summary>Gives the command line of a command that goes through the connection.</summary>
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
        SshProblem.KnownProblems(destination);

    public override void Dispose()
    {
        Folder?.Dispose();
        base.Dispose();
    }
}
