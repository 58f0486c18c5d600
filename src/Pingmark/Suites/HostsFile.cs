using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Finds the machines for the two sides of a run, from words of the command line (<c>local</c>,
/// <c>ssh:host</c>, <c>slurm</c>, or a name or label of the hosts file) and that file: YAML, of which every problem is
/// reported with its place.</summary>
public static partial class HostsFile
{
    private const string SshWord = "ssh:",
        SlurmWord = "slurm",
        ServerKey = "server",
        ServerOption = $"--{ServerKey}";

    /// <summary>The most nodes that a word may ask for: as many as there can be generators.</summary>
    private const int MostNodes = 1_000;

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
            ? Choose([], server, Words(clients))
            : Parse(SuiteFile.Text(path), SuiteFile.Shown(path), server, clients, bindProblem);

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
        foreach (var (node, host) in file.Items("hosts").Select(node => (node, Host(node, problems, bindProblem))))
        {
            if (host is null)
                continue;
            if (hosts.Any(other => other.Name == host.Name))
                problems.Add(node.Place, $"hosts lists '{host.Name}' twice");
            hosts.Add(host);
        }
        var serverSaid = file.One<string?>(ServerKey, (word, what) => Known(hosts, word, what), null);
        var clientsSaid = file.Many<string?>("clients", (word, what) => Known(hosts, word, what), null)
            .OfType<string>()
            .ToList();
        problems.ThrowIfAny();
        return Choose(hosts, server ?? serverSaid, clients is null ? clientsSaid : Words(clients));
    }

    private static SiteChoice Choose(
        IReadOnlyList<SiteEntry> hosts,
        string? server,
        IReadOnlyCollection<string> clients
    )
    {
        var sites = clients.SelectMany(word => FindAll(hosts, word, "--clients")).ToList();
        // Any node, and any node again, are two; what has a name is one.
        sites = sites.Where((site, i) => site.IsAnyNode || sites.IndexOf(site) == i).ToList();
        return new(FindAll(hosts, server, ServerOption)[0], sites.Count > 0 ? sites : [SiteEntry.Local]);
    }

    private static string[] Words(string? list) => list?.Split(',') ?? [];

    private static string Known(IReadOnlyList<SiteEntry> hosts, string word, string what)
    {
        FindAll(hosts, word, what);
        return word;
    }

    /// <summary>The machines that a word means: one, or all that have a label.</summary>
    private static IReadOnlyList<SiteEntry> FindAll(IReadOnlyList<SiteEntry> hosts, string? word, string what)
    {
        if (word is null || word == SiteEntry.ThisMachine)
            return [SiteEntry.Local];
        if (word.Contains(','))
            throw new BadInputException($"{what} is one machine, not '{word}'");
        if (word.StartsWith(SshWord, StringComparison.Ordinal))
            return [new() { Name = word[SshWord.Length..], Ssh = Destination(word[SshWord.Length..], what) }];
        if (hosts.FirstOrDefault(host => host.Name == word) is { } named)
            return [named];
        if (word == SlurmWord)
            return [AnyNode];
        if (word.StartsWith($"{SlurmWord}:", StringComparison.Ordinal))
        {
            var nodes = Nodes(word[(SlurmWord.Length + 1)..], what);
            return nodes.Count == 1 || what is not (ServerOption or ServerKey)
                ? nodes
                : throw new BadInputException($"{what} is one machine, not '{word}'");
        }
        var labelled = hosts.Where(host => host.Labels.Contains(word)).ToList();
        return labelled.Count > 0
            ? labelled
            : throw new BadInputException(
                $"{what} must be local, ssh:HOST, slurm or a host of --hosts, not '{word}'"
                    + NearestName.Suggestion(
                        word,
                        hosts.Select(host => host.Name).Prepend(SiteEntry.ThisMachine).ToList()
                    )
            );
    }

    private static SiteEntry AnyNode => new() { Name = SlurmWord, Slurm = "" };

    /// <summary>Nodes of a Slurm job: a number of any nodes, or one by its name.</summary>
    private static IReadOnlyList<SiteEntry> Nodes(string text, string what) =>
        text.Length > 0 && text.All(char.IsAsciiDigit)
            ? Enumerable.Repeat(AnyNode, Values.Int(1, MostNodes)(text, what)).ToList()
            : [new() { Name = text, Slurm = Node(text, what) }];

    private static SiteEntry? Host(SuiteNode node, Problems problems, Func<string, string, string?>? bindProblem)
    {
        if (node is not MapNode map)
        {
            problems.Add(node.Place, $"a host must be a mapping with name and ssh, not {node.Described}");
            return null;
        }
        var host = new MapReader(
            map,
            "hosts",
            problems,
            "name",
            "ssh",
            "slurm",
            "bind",
            "reach",
            "cores",
            "labels",
            "build"
        );
        if (host.Has("ssh") && host.Has("slurm"))
            problems.Add(map.Place, "a host is reached by ssh or by slurm, not by both");
        var entry = new SiteEntry
        {
            Name = host.Required("name", Values.Name(60), ""),
            Ssh = host.One<string?>("ssh", Destination, null),
            Slurm = host.One<string?>("slurm", Node, null),
            Bind = host.One<string?>("bind", Values.Address, null),
            Reach = host.One<string?>("reach", Values.Address, null),
            Cores = host.One<string?>("cores", Cores, null),
            Labels = host.Many("labels", Values.Label, "").Where(label => label.Length > 0).ToList(),
            Build = host.Maybe("build", Values.OneOf<BuildPlace>),
        };
        if (entry is { IsHere: true, Bind: { } bind } && bindProblem?.Invoke(bind, "bind") is { } ofBind)
            problems.Add(host.PlaceOf("bind"), ofBind);
        return entry;
    }

    /// <summary>Reads a node's name, which becomes a part of a Slurm list.</summary>
    private static string Node(string text, string what) =>
        text.Length <= 255 && SlurmNode().IsMatch(text)
            ? text
            : throw new BadInputException($"{what} must be a number of nodes or a node's name, not '{text}'");

    private static string Cores(string text, string what) =>
        text.Length > 0 && CoreList.IsValid(text)
            ? text
            : throw new BadInputException($"{what} must be a list of cores such as \"0-1\" or \"0,2-3\", not '{text}'");

    /// <summary>Reads an ssh destination. It becomes a word of ssh's command line, and some ssh configurations have a
    /// shell run it.</summary>
    private static string Destination(string text, string what) =>
        text.Length <= 255 && SshDestination().IsMatch(text)
            ? text
            : throw new BadInputException($"{what} must be [USER@]HOST as ssh takes it, not '{text}'");

    [GeneratedRegex(
        @"\A([A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9_:][A-Za-z0-9._:%-]*\z",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex SshDestination();

    [GeneratedRegex(@"\A[A-Za-z0-9][A-Za-z0-9._-]*\z", RegexOptions.CultureInvariant)]
    private static partial Regex SlurmNode();
}
