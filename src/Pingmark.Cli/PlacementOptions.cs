using System.CommandLine;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Runs;
using Pingmark.Suites;

namespace Pingmark.Cli;

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
            "Where clients run, written as for --server, or "
            + Listed(MachineEngines.All.Select(engine => engine.SyntaxForSeveral).OfType<string>())
            + "; several with commas, over which the suite's `generators` are spread",
        HelpName = "host",
    };

    private readonly Option<string?> _hosts = new("--hosts")
    {
        Description =
            "YAML file of machines: names, addresses to bind and to reach, cores, labels; docs/machines.md has one",
        HelpName = "file",
    };

    private readonly IReadOnlyList<(MachineEngine Engine, Option<string?> Option)> _configs = MachineEngines
        .All.Where(engine => engine.ConfigHelp is not null)
        .Select(engine =>
            (engine, new Option<string?>(engine.ConfigOption) { Description = engine.ConfigHelp, HelpName = "file" })
        )
        .ToList();

    private static string Listed(IEnumerable<string> words) => string.Join(", ", words);

    public IReadOnlyList<Option> All => [_server, _clients, _hosts, .. _configs.Select(config => config.Option)];

    /// <summary>For a command that reads <c>--clients</c> itself.</summary>
    public IReadOnlyList<Option> WithoutClients => [.. All.Where(option => option != _clients)];

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

/// <summary>The machines for the two sides, as the user asked for them, and how they are reached.</summary>
internal sealed record RequestedSites(SiteChoice Sites, IReadOnlyDictionary<MachineEngine, string> Configs)
{
    /// <summary>The same sites with an address for the servers, which was given beside their machine.</summary>
    public RequestedSites ListeningOn(string address) =>
        this with
        {
            Sites = Sites with { Server = Sites.Server with { Bind = address } },
        };

    /// <returns>What is wrong with the address that the servers of these cells would listen on here; null where nothing
    /// is, or where a side is on another machine, so that servers listen where they are reached.</returns>
    public string? AddressProblem(IReadOnlyList<Cell> cells) =>
        Sites.For(MostGenerators(cells)).IsAllHere
            ? cells
                .Select(cell => cell.Scenario.Address)
                .Distinct()
                .Select(address => OwnAddress.Problem(address, "address"))
                .FirstOrDefault(problem => problem is not null)
            : null;

    /// <returns>Null where both sides of these cells are on this machine.</returns>
    /// <inheritdoc cref="OpenAsync(int, CancellationToken)"/>
    public Task<RunSites?> OpenAsync(IReadOnlyList<Cell> cells, CancellationToken cancel) =>
        OpenAsync(MostGenerators(cells), cancel);

    private static int MostGenerators(IReadOnlyList<Cell> cells) => cells.Max(cell => cell.Scenario.ClientWorkers);

    /// <returns>Null where both sides are on this machine.</returns>
    /// <exception cref="SiteException">A machine can't be used; the message tells what mends it.</exception>
    public async Task<RunSites?> OpenAsync(int generators, CancellationToken cancel) =>
        Sites.For(generators).IsAllHere ? null : await RunSites.OpenAsync(Sites, generators, Configs, cancel);
}
