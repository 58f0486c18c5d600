using System.CommandLine;
using Pingmark.Host;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>The options that say where the two sides of a run are.</summary>
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

    /// <param name="clients">Whether <c>--clients</c> is added; false where the command reads that option
    /// itself.</param>
    public void AddTo(Command command, bool clients = true)
    {
        command.Options.Add(_server);
        if (clients)
            command.Options.Add(_clients);
        command.Options.Add(_hosts);
        command.Options.Add(_sshConfig);
    }

    /// <exception cref="BadInputException">A word or the hosts file is wrong.</exception>
    public AskedSites Read(ParseResult parsed) => Read(parsed, parsed.GetValue(_clients));

    /// <inheritdoc cref="Read(ParseResult)"/>
    public AskedSites Read(ParseResult parsed, string? clients) =>
        new(
            HostsFile.Choose(parsed.GetValue(_hosts), parsed.GetValue(_server), clients, OwnAddress.Problem),
            SshConfig(parsed)
        );

    public bool HasHostsFile(ParseResult parsed) => parsed.GetValue(_hosts) is not null;

    /// <summary>The options as they were typed, without the one for clients.</summary>
    public IReadOnlyList<string> Words(ParseResult parsed) =>
        new[] { _server, _hosts, _sshConfig }
            .SelectMany(option => parsed.GetValue(option) is { } value ? new[] { option.Name, value } : [])
            .ToList();

    private string? SshConfig(ParseResult parsed) =>
        parsed.GetValue(_sshConfig) is not { } file ? null
        : File.Exists(file) ? Path.GetFullPath(file)
        : throw new BadInputException($"--ssh-config: there is no file {file}");
}
