using System.Text.RegularExpressions;
using Pingmark.Host;

namespace Pingmark.Placement.Engines.Ssh;

/// <summary>Reaches machines by OpenSSH as the user has configured it: each machine has one connection, through which
/// everything goes.</summary>
internal sealed partial class SshEngine : MachineEngine
{
    public override string Name => "ssh";
    public override string Syntax => "ssh:HOST";
    public override string Help => "ssh:HOST as ssh takes it";
    public override string ConfigHelp => "OpenSSH configuration in place of the user's (ssh -F)";

    /// <summary>The sessions that sshd allows one connection where nothing else is configured (MaxSessions), without
    /// the agent's session and one that sends files.</summary>
    public override int? MostWorkers => 8;

    protected override string DestinationForm => "[USER@]HOST as ssh takes it";

    /// <summary>Matches a destination, because it becomes a word of ssh's command line, and some ssh configurations
    /// have a shell run it.</summary>
    protected override Regex Destinations => HostOfUser();

    internal override Task<OpenMachineEngine> OpenAsync(
        IReadOnlyList<SiteEntry> asked,
        string? config,
        CancellationToken cancel
    ) =>
        Executables.Find("ssh") is null
            ? throw new SiteException("ssh is not installed here: apt-get install openssh-client")
            : Task.FromResult<OpenMachineEngine>(new Open(config));

    private sealed class Open(string? config) : OpenMachineEngine
    {
        public override Task<RemoteShell> ShellAsync(SiteEntry entry, CancellationToken cancel)
        {
            var folder = new LocalFolder();
            // The path of a socket has room for 108 letters, of which ssh takes 17 while it makes it.
            var socket = Path.Combine(folder.Path, "s");
            return Task.FromResult<RemoteShell>(
                new SshCommandLine(entry.Destination, config, socket) { Folder = folder }
            );
        }
    }

    [GeneratedRegex(
        @"\A([A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9_:][A-Za-z0-9._:%-]*\z",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex HostOfUser();
}
