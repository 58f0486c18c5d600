using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Website;

/// <summary>What a website is made from.</summary>
internal sealed class Content
{
    /// <summary>The most runs of a suite whose figures stand in one table.</summary>
    private const int MostLatest = 8;

    private readonly IReadOnlyDictionary<string, Waiting> _waits;
    private readonly IReadOnlyDictionary<RunMachine, string> _titles;
    private readonly IReadOnlyDictionary<string, string> _abouts;
    private readonly IReadOnlyDictionary<PublishedRun, IReadOnlyList<Standing>> _standings;

    /// <param name="runs">The runs, the newest first, at least one.</param>
    public Content(IReadOnlyList<PublishedRun> runs)
    {
        Runs = runs;
        Suites = [.. runs.GroupBy(run => run.Suite).OrderBy(suite => suite.Key, StringComparer.Ordinal)];
        Machines = [.. runs.Select(run => run.Machine).Distinct()];
        Versions = [.. runs.Select(run => run.Version).Distinct()];
        _titles = Machines.ToDictionary(machine => machine, machine => machine.Title(Machines));
        _abouts = runs.SelectMany(run => run.Info.Stacks)
            .Where(told => told.Value.Length > 0)
            .DistinctBy(told => StackVersion.Plain(told.Key))
            .ToDictionary(told => StackVersion.Plain(told.Key), told => told.Value);
        _standings = runs.ToDictionary(run => run, Standing.Of);
        _waits = StackFacts.WaitsIn(runs.SelectMany(run => run.Summary.Cells));
        Stacks =
        [
            .. runs.SelectMany(run => run.Summary.Cells)
                .Select(cell => StackVersion.Plain(cell.Stack))
                .Distinct()
                .Order(StringComparer.Ordinal),
        ];
    }

    public required string Title { get; init; }

    /// <summary>Where it will be published, with a slash at its end; null: nobody knows.</summary>
    public Uri? Url { get; init; }

    /// <summary>The files of a stack's server in this program's tree, for stacks of which no run has them.</summary>
    public Func<string, IReadOnlyList<StackSource>> SourcesOf { get; init; } = _ => [];

    /// <summary>The version of pingmark whose sources these are.</summary>
    public string SourcesVersion { get; init; } = "";

    /// <summary>All runs, the newest first.</summary>
    public IReadOnlyList<PublishedRun> Runs { get; }

    /// <summary>The runs of each suite, the newest first.</summary>
    public IReadOnlyList<IGrouping<string, PublishedRun>> Suites { get; }

    public IReadOnlyList<RunMachine> Machines { get; }

    /// <summary>The versions of pingmark that measured them.</summary>
    public IReadOnlyList<string> Versions { get; }

    /// <summary>The ids of all stacks, without versions of their runtimes.</summary>
    public IReadOnlyList<string> Stacks { get; }

    /// <summary>Who was fastest in each scenario in which a stack was measured: of each suite, machine and version of
    /// pingmark by the newest run of it that may be used.</summary>
    public IReadOnlyList<Standing> StandingsOf(string stack) =>
        [
            .. Suites
                .SelectMany(suite =>
                    Latest(suite.Where(run => IsUsable(run) && _standings[run].Any(one => one.Has(stack))))
                )
                .SelectMany(run => _standings[run])
                .Where(one => one.Has(stack)),
        ];

    /// <summary>Who was fastest in each scenario of a run.</summary>
    public IReadOnlyList<Standing> StandingsIn(PublishedRun run) => _standings[run];

    /// <summary>What a stack is in its own words, as the newest run tells that was told; empty where none
    /// was.</summary>
    public string AboutOf(string stack) => _abouts.TryGetValue(stack, out var about) ? about : "";

    /// <summary>The newest of a suite's runs that may be used; the newest where none may.</summary>
    public static PublishedRun Newest(IReadOnlyList<PublishedRun> runs) => runs.FirstOrDefault(IsUsable) ?? runs[0];

    private static bool IsUsable(PublishedRun run) => run.Cautions.Count == 0;

    public string TitleOf(RunMachine machine) => _titles[machine];

    public StackFacts FactsOf(CellSummary cell) => StackFacts.Of(cell, _waits);

    /// <summary>The newest run of each machine and version of pingmark among runs of a suite.</summary>
    public static IReadOnlyList<PublishedRun> Latest(IEnumerable<PublishedRun> runs) =>
        [.. runs.DistinctBy(run => (run.Machine, run.Version)).Take(MostLatest)];

    /// <summary>Where and by which pingmark it was measured, as far as that tells it from others; empty where nothing
    /// does.</summary>
    public string Distinction(PublishedRun run, IReadOnlyCollection<PublishedRun> others) =>
        string.Join(
            ", ",
            new[]
            {
                others.Any(other => other.Machine != run.Machine) ? TitleOf(run.Machine) : "",
                others.Any(other => other.Version != run.Version) ? $"pingmark {run.Version}" : "",
            }.Where(text => text.Length > 0)
        );
}
