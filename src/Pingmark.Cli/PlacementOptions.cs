using System.CommandLine;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement.Engines;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>The options that say where the two sides of a run are.</summary>
internal sealed class PlacementOptions
{
    private readonly Option<string?> _server = new("--server")
    {
        Description =
            "Where servers run: "
            + Listed(MachineEngines.All.Select(engine => engine.Help).Prepend(WorkerHost.ThisMachine))
            + ", or a name or label of --hosts",
        HelpName = "host",
    };

    private readonly Option<string?> _clients = new("--clients")
    {
        Description =
            "Where clients run, in the same words, and "
            + Listed(MachineEngines.All.Select(engine => engine.SyntaxForSeveral).OfType<string>())
            + "; several with commas, over which `generators` are spread",
        HelpName = "host",
    };

    private readonly Option<string?> _hosts = new("--hosts")
    {
        Description = "YAML file of machines: names, addresses to bind and to reach, cores, labels",
        HelpName = "file",
    };

    private readonly IReadOnlyList<(MachineEngine Engine, Option<string?> Option)> _configs = MachineEngines
        .All.Where(engine => engine.ConfigHelp is not null)
        .Select(engine =>
            (engine, new Option<string?>(engine.ConfigOption) { Description = engine.ConfigHelp, HelpName = "file" })
        )
        .ToList();

    private static string Listed(IEnumerable<string> words) => string.Join(", ", words);

    /// <param name="clients">Whether <c>--clients</c> is added; false where the command reads that option
    /// itself.</param>
    public void AddTo(Command command, bool clients = true)
    {
        command.Options.Add(_server);
        if (clients)
            command.Options.Add(_clients);
        command.Options.Add(_hosts);
        foreach (var (_, config) in _configs)
            command.Options.Add(config);
    }

    /// <exception cref="BadInputException">A word or the hosts file is wrong.</exception>
    public RequestedSites Read(ParseResult parsed) => Read(parsed, parsed.GetValue(_clients));

    /// <inheritdoc cref="Read(ParseResult)"/>
    public RequestedSites Read(ParseResult parsed, string? clients) =>
        new(
            HostsFile.Choose(parsed.GetValue(_hosts), parsed.GetValue(_server), clients, OwnAddress.Problem),
            Configs(parsed)
        );

    public bool HasHostsFile(ParseResult parsed) => parsed.GetValue(_hosts) is not null;

    /// <summary>The options as they were typed, without the one for clients.</summary>
    public IReadOnlyList<string> TypedOptions(ParseResult parsed) =>
        _configs
            .Select(config => config.Option)
            .Prepend(_hosts)
            .Prepend(_server)
            .SelectMany(option => parsed.GetValue(option) is { } value ? new[] { option.Name, value } : [])
            .ToList();

    private Dictionary<MachineEngine, string> Configs(ParseResult parsed)
    {
        var configs = new Dictionary<MachineEngine, string>();
        foreach (var (engine, option) in _configs)
            if (parsed.GetValue(option) is { } file)
                configs[engine] = File.Exists(file)
                    ? Path.GetFullPath(file)
                    : throw new BadInputException($"{option.Name}: there is no file {file}");
        return configs;
    }
}
