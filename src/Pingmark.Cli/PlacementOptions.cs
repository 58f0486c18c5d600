using System.CommandLine;
using Pingmark.Model;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>Where the two sides of a run are.</summary>
internal sealed class PlacementOptions
{
    private readonly Option<string?> _server = new("--server")
    {
        Description =
            "Where servers run: local, ssh:HOST as ssh takes it, slurm (a node of a job), or a name or label of "
            + "--hosts",
        HelpName = "host",
    };

    private readonly Option<string?> _clients = new("--clients")
    {
        Description =
            "Where clients run, in the same words, and slurm:NODES; several with commas, over which `generators` are "
            + "spread",
        HelpName = "host",
    };

    private readonly Option<string?> _hosts = new("--hosts")
    {
        Description = "YAML file of machines: names, addresses to bind and to reach, cores, labels",
        HelpName = "file",
    };

    private readonly Option<string?> _sshConfig = new("--ssh-config")
    {
        Description = "OpenSSH configuration in place of the user's (ssh -F)",
        HelpName = "file",
    };

    public void AddTo(Command command)
    {
        command.Options.Add(_server);
        command.Options.Add(_clients);
        command.Options.Add(_hosts);
        command.Options.Add(_sshConfig);
    }

    public string? SshConfig(ParseResult parsed) =>
        parsed.GetValue(_sshConfig) is not { } file ? null
        : File.Exists(file) ? Path.GetFullPath(file)
        : throw new BadInputException($"--ssh-config: there is no file {file}");

    /// <exception cref="BadInputException">A word or the file is wrong.</exception>
    public SiteChoice Choice(ParseResult parsed) =>
        HostsFile.Choose(parsed.GetValue(_hosts), parsed.GetValue(_server), parsed.GetValue(_clients));
}
