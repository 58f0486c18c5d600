using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;

namespace Pingmark.Suites;

/// <summary>Finds the machines for the two sides of a run, from words of the command line (<c>local</c>, a word of an
/// engine, or a name or label of the hosts file) and that file: YAML, of which every problem is reported with its
/// place.</summary>
public static class HostsFile
{
    private const string ServerKey = "server",
        ServerOption = $"--{ServerKey}";

    /// <summary>The most machines that a word may ask for: as many as there can be generators.</summary>
    private const int MostMachines = 1_000;

    /// <param name="path">The hosts file; null where there is none.</param>
    /// <param name="server">The word for the server; null: what the file says, or this machine.</param>
    /// <param name="bindProblem">Tells what is wrong with an address of this machine; null: every address is
    /// accepted.</param>
    /// <exception cref="BadInputException">The file can't be read, or something in it or in the words is
    /// wrong.</exception>
    public static SiteChoice Choose(
        string? path,
        string? server,
        string? clients,
        Func<string, string, string?>? bindProblem = null
    ) =>
        path is null
            ? Choose([], server, SplitList(clients))
            : Parse(SuiteFile.ReadText(path), SuiteFile.DisplayPath(path), server, clients, bindProblem);

    internal static SiteChoice Parse(
        string text,
        string fileName,
        string? server,
        string? clients,
        Func<string, string, string?>? bindProblem = null
    )
    {
        var problems = new Problems();
        var start = new Place(fileName, 1, 1);
        var root = SuiteYaml.Read(
            text,
            mark => new Place(fileName, (int)Math.Max(1, mark.Line), (int)Math.Max(1, mark.Column)),
            problems
        );
        if (root is not MapNode map)
        {
            if (problems.Count == 0)
                problems.Add(root?.Place ?? start, "a hosts file must be a mapping with hosts, server and clients");
            throw problems.ToException();
        }
        var file = new MapReader(map, "", problems, "hosts", ServerKey, "clients");
        if (!file.Has("hosts"))
            problems.Add(map.Place, "hosts is missing: which machines are there?");
        var hosts = new List<SiteEntry>();
        foreach (
            var (node, host) in file.ReadItems("hosts").Select(node => (node, ReadHost(node, problems, bindProblem)))
        )
        {
            if (host is null)
                continue;
            if (hosts.Any(other => other.Name == host.Name))
                problems.Add(node.Place, $"hosts lists '{host.Name}' twice");
            hosts.Add(host);
        }
        var serverSaid = file.Read<string?>(ServerKey, (word, what) => CheckWord(hosts, word, what), null);
        var clientsSaid = file.ReadList<string?>("clients", (word, what) => CheckWord(hosts, word, what), null)
            .OfType<string>()
            .ToList();
        problems.ThrowIfAny();
        return Choose(hosts, server ?? serverSaid, clients is null ? clientsSaid : SplitList(clients));
    }

    private static SiteChoice Choose(
        IReadOnlyList<SiteEntry> hosts,
        string? server,
        IReadOnlyCollection<string> clients
    )
    {
        var sites = clients.SelectMany(word => FindAll(hosts, word, "--clients")).ToList();
        // Any machine, and any machine again, are two; what has a name is one.
        sites = sites.Where((site, i) => site.IsAny || sites.IndexOf(site) == i).ToList();
        return new(FindAll(hosts, server, ServerOption)[0], sites.Count > 0 ? sites : [SiteEntry.Local]);
    }

    private static string[] SplitList(string? list) => list?.Split(',') ?? [];

    private static string CheckWord(IReadOnlyList<SiteEntry> hosts, string word, string what)
    {
        FindAll(hosts, word, what);
        return word;
    }

    /// <summary>The machines that a word means: one, or all that have a label.</summary>
    private static IReadOnlyList<SiteEntry> FindAll(IReadOnlyList<SiteEntry> hosts, string? word, string what)
    {
        if (word is null || word == WorkerHost.ThisMachine)
            return [SiteEntry.Local];
        if (word.Contains(','))
            throw NotOneMachine(what, word);
        if (hosts.FirstOrDefault(host => host.Name == word) is { } named)
            return [named];
        if (FindEngineSites(word, what) is { } ofEngine)
            return ofEngine.Count == 1 || what is not (ServerOption or ServerKey)
                ? ofEngine
                : throw NotOneMachine(what, word);
        var labelled = hosts.Where(host => host.Labels.Contains(word)).ToList();
        return labelled.Count > 0
            ? labelled
            : throw new BadInputException(
                $"{what} must be {string.Join(", ", MachineEngines.Syntaxes)} or a host of --hosts, not '{word}'"
                    + NearestName.Suggestion(
                        word,
                        hosts
                            .Select(host => host.Name)
                            .Prepend(WorkerHost.ThisMachine)
                            .Concat(SuggestEngines(word))
                            .ToList()
                    )
            );
    }

    private static BadInputException NotOneMachine(string what, string word) =>
        new(
            $"{what} is one machine, not '{word}': all servers of a cell run on it, also those of `servers: N`; only "
                + "clients are spread over several"
        );

    /// <summary>Corrections of a mistyped engine name: <c>slurm:n1</c> for <c>slrm:n1</c>.</summary>
    private static IEnumerable<string> SuggestEngines(string word) =>
        word.IndexOf(':') is >= 0 and var colon
            ? MachineEngines.All.Select(engine => engine.Name + word[colon..])
            : MachineEngines.All.Where(engine => engine.SyntaxForSeveral is not null).Select(engine => engine.Name);

    /// <summary>The machines that an engine's word means; null if it is no engine's.</summary>
    private static IReadOnlyList<SiteEntry>? FindEngineSites(string word, string what)
    {
        var parts = word.Split(':', 2);
        if (MachineEngines.Find(parts[0]) is not { } engine)
            return null;
        var any = new SiteEntry { Name = engine.Name, Engine = engine };
        return (parts, engine.SyntaxForSeveral) switch
        {
            ([_], null) => null,
            ([_], _) => [any],
            ([_, { Length: > 0 } count], not null) when count.All(char.IsAsciiDigit) => Enumerable
                .Repeat(any, Values.Int(1, MostMachines)(count, what))
                .ToList(),
            _ => [any with { Name = parts[1], Destination = engine.Destination(parts[1], what) }],
        };
    }

    /// <summary>The keys of a host for how it is reached.</summary>
    private static IEnumerable<string> Keys => MachineEngines.All.Select(engine => engine.Name);

    private static SiteEntry? ReadHost(SuiteNode node, Problems problems, Func<string, string, string?>? bindProblem)
    {
        if (node is not MapNode map)
        {
            problems.Add(
                node.Place,
                $"a host must be a mapping with name and {string.Join(" or ", Keys)}, not {node.Description}"
            );
            return null;
        }
        var host = new MapReader(
            map,
            "hosts",
            problems,
            ["name", .. Keys, "bind", "reach", "cores", "labels", "build"]
        );
        var engines = MachineEngines.All.Where(engine => host.Has(engine.Name)).ToList();
        if (engines.Count > 1)
            problems.Add(map.Place, $"a host is reached by {engines[0].Name} or by {engines[1].Name}, not by both");
        var entry = new SiteEntry
        {
            Name = host.ReadRequired("name", Values.Name(60), ""),
            Engine = engines.FirstOrDefault(),
            Destination = engines.Select(engine => host.Read(engine.Name, engine.Destination, "")).FirstOrDefault(""),
            Bind = host.Read<string?>("bind", Values.Address, null),
            Reach = host.Read<string?>("reach", Values.Address, null),
            Cores = host.Read<string?>("cores", Cores, null),
            Labels = host.ReadList("labels", Values.Label, "").Where(label => label.Length > 0).ToList(),
            Build = host.ReadOrNull("build", Values.OneOf<BuildPlace>),
        };
        if (entry is { IsHere: true, Bind: { } bind } && bindProblem?.Invoke(bind, "bind") is { } ofBind)
            problems.Add(host.PlaceOf("bind"), ofBind);
        return entry;
    }

    private static string Cores(string text, string what) =>
        text.Length > 0 && CoreList.IsValid(text)
            ? text
            : throw new BadInputException($"{what} must be a list of cores such as \"0-1\" or \"0,2-3\", not '{text}'");
}
