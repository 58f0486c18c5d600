using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Suites;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>The tree that this program was started from, with its workers and suites; workers are built when they are
/// first needed, there or in the user's cache.</summary>
internal sealed class Installation
{
    private Installation(string root)
    {
        Root = root;
        Workers = WorkerCatalog.Load(
            BuildTree.FindOrCreate(root, UserFolder.Cache, VersionCommand.Informational),
            Variables.Folders(Variables.Workers.Value)
        );
        Starter = new ProcessWorkerStarter(Workers);
    }

    /// <summary>How long after the launcher has built this program the machine may still be at work for that.</summary>
    private static readonly TimeSpan AfterOwnBuild = TimeSpan.FromMinutes(1);

    private bool _hasBuilt =
        DateTime.UtcNow - File.GetLastWriteTimeUtc(typeof(Installation).Assembly.Location) < AfterOwnBuild;

    public string Root { get; }
    public SuiteCatalog Suites => new(Path.Combine(Root, "suites"));
    public WorkerCatalog Workers { get; }
    public ProcessWorkerStarter Starter { get; }
    public ProgressLog Progress { get; } = new(Screen.Error, isTerminal: Screen.ErrorUnderstands);

    /// <param name="earlier">The run that is resumed; null for a new run.</param>
    public SuiteRun NewSuiteRun(
        IRunSides sides,
        IReadOnlyList<string> command,
        EarlierRun? earlier = null,
        IReadOnlyList<Note>? surroundings = null
    ) =>
        new(Starter, sides, Progress, NoiseFile.OfThisMachine(Machine.Read()))
        {
            Command = command,
            Earlier = earlier,
            Surroundings = surroundings ?? [],
        };

    /// <summary>Waits until the machine has calmed down after a build, unless noise is accepted.</summary>
    public Task WaitAfterBuildAsync(CancellationToken cancel) =>
        _hasBuilt && !Noise.IsAccepted ? QuietMachine.WaitHereAsync(Progress, cancel) : Task.CompletedTask;

    /// <param name="sites">The other machines; null where both sides are on this machine.</param>
    /// <returns>Whether a stack can run where the servers are, and the two sides.</returns>
    public async Task<(Func<string, Availability> ForServers, IRunSides Sides)> PlaceAsync(
        RunSites? sites,
        IReadOnlyList<Cell> cells,
        Func<string, Availability> here,
        CancellationToken cancel
    ) =>
        sites is null
            ? (here, new LocalSides(Machine.AvailableCores()))
            : await sites.PrepareAsync(cells, Starter, new WorkerDeployment(Workers, Progress), here, cancel);

    /// <summary>Finds the tree: the one that the launcher names, or else the one that holds this program.</summary>
    public static Installation Find()
    {
        for (
            var folder = Variables.Root.Value ?? AppContext.BaseDirectory;
            folder is not null;
            folder = Path.GetDirectoryName(folder)
        )
            if (Directory.Exists(Path.Combine(folder, "workers")) && Directory.Exists(Path.Combine(folder, "suites")))
                return new(folder);
        throw new BadInputException(
            $"no workers/ and suites/ here; start it with the launcher ./pingmark, or set {Variables.Root.Name}"
        );
    }

    public IReadOnlyList<string> ToBuild(IEnumerable<Suite> suites) =>
        StacksOf(suites.SelectMany(suite => suite.Cells))
            .Select(Workers.Find)
            .Distinct()
            .Where(WorkerBuilder.WouldBuild)
            .Select(worker => worker.Name)
            .ToList();

    private static IEnumerable<string> StacksOf(IEnumerable<Cell> cells) =>
        cells.SelectMany(cell => new[] { cell.Stack, cell.Client }).Distinct();

    /// <inheritdoc cref="PrepareAsync(IEnumerable{string}, bool, CancellationToken, bool)"/>
    public Task<Func<string, Availability>> PrepareAsync(IReadOnlyList<Cell> cells, CancellationToken cancel) =>
        PrepareAsync(StacksOf(cells), force: false, cancel);

    /// <summary>Builds a stack's worker.</summary>
    /// <exception cref="PingmarkException">The stack can't run here.</exception>
    public async Task RequireAsync(string stack, CancellationToken cancel)
    {
        var available = (await PrepareAsync([stack], force: false, cancel))(stack);
        if (!available.IsAvailable)
            throw new PingmarkException($"{stack}: {available}", ExitCode.NothingAvailable);
    }

    /// <summary>Installs missing packages, builds changed workers, and returns which stacks can run.</summary>
    public async Task<Func<string, Availability>> PrepareAsync(
        IEnumerable<string> stacks,
        bool force,
        CancellationToken cancel,
        bool triesAgain = false
    )
    {
        if (CpuQuota.OfThisProcess.Sentence?.Text is { } slow)
            Progress.Step(slow);
        if (ProcessLauncher.Unseen is { } unseen)
            Progress.Step(unseen);
        var manifests = stacks.Select(Workers.Find).Distinct().ToList();
        Func<string, CancellationToken, Task<bool>>? ask =
            Console.IsInputRedirected || Console.IsErrorRedirected
                ? null
                : new Question(Console.In, Console.Error).AskAsync;
        await new DebianPackages(Progress).InstallAsync(DebianPackages.Missing(manifests), ask, cancel);
        var builder = new WorkerBuilder(Progress);
        var built = await builder.EnsureAllBuiltAsync(manifests, force, cancel, triesAgain);
        _hasBuilt |= builder.HasBuilt;
        var availability = new Dictionary<string, Availability>();
        foreach (var manifest in manifests)
        {
            var result = built[manifest.Name];
            if (!result.IsAvailable)
                Progress.Step($"{manifest.Name} is unavailable: {result.Reason}\n  mend: {result.Mend}");
            foreach (var stack in manifest.Stacks)
                availability[stack] = result;
        }
        return stack => availability[stack];
    }
}
