using System.Text.Json.Nodes;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Something a worker was told to do.</summary>
internal sealed record FakeEvent(string Stack, string Role, string Op);

/// <param name="AwakeSpinners">Stacks whose spinning server was not frozen meanwhile.</param>
/// <param name="Stopped">True if the measured cell's own server was frozen.</param>
internal sealed record FakeMeasurement(string Stack, string Kind, IReadOnlyList<string> AwakeSpinners, bool Stopped);

/// <summary>A machine whose stacks behave as scripted, and that writes down what the controller does with them. Nothing
/// takes time.</summary>
internal sealed class FakeMachine : IWorkerStarter
{
    public static readonly BlockSettings OneSecond = new()
    {
        DurationNs = 1_000_000_000,
        SliceNs = 100_000_000,
        Rounds = 5,
    };

    private readonly List<FakeStack> _stacks;
    private Scenario[] _scenarios = [new()];
    private readonly List<FakeChannel> _workers = [];
    private readonly List<FakeChannel> _servers = [];

    private FakeMachine(IEnumerable<string> stacks) => _stacks = stacks.Select(id => new FakeStack(id)).ToList();

    /// <summary>The first stack is the baseline.</summary>
    public static FakeMachine With(params string[] stacks) => new(stacks);

    public FakeMachine Where(params Scenario[] scenarios)
    {
        _scenarios = scenarios;
        return this;
    }

    public FakeStack this[string stack] => _stacks.Single(s => s.Id == stack);

    /// <summary>Named by their stacks where there is one scenario.</summary>
    public IReadOnlyList<Cell> Cells =>
        (
            from scenario in _scenarios.Index()
            from stack in _stacks
            select new Cell
            {
                Id = _scenarios.Length == 1 ? stack.Id : $"{stack.Id} {scenario.Index}",
                Label = stack.Id,
                Stack = stack.Id,
                Client = stack.Id,
                Scenario = scenario.Item,
            }
        ).ToList();

    /// <summary>When the last measurement of a stack ended that takes a time for each answer.</summary>
    public long NowNs { get; set; }

    /// <summary>What watches its cells.</summary>
    public Observers Observers { get; set; } = Observers.None;

    public List<FakeEvent> Events { get; } = [];
    public List<FakeMeasurement> Measurements { get; } = [];

    /// <summary>The requests to servers.</summary>
    public List<JsonObject> Listens { get; } = [];

    /// <summary>The requests to clients.</summary>
    public List<JsonObject> Connects { get; } = [];

    /// <summary>The requests for measurements.</summary>
    public List<JsonObject> Runs { get; } = [];
    public List<(string Stack, string Role, string? Cpus)> Starts { get; } = [];

    /// <summary>The options of the runtime that each worker was started with.</summary>
    public List<IReadOnlyDictionary<string, IReadOnlyList<string>>> RuntimeOptions { get; } = [];
    public IReadOnlyList<string> StillRunning => _workers.Where(w => !w.HasEnded).Select(w => w.Name).ToList();

    /// <summary>Trials on disk, also when a run ended early.</summary>
    public List<TrialRecord> Kept { get; } = [];

    public IEnumerable<string> Slices => Measurements.Where(m => m.Kind == "slice").Select(m => m.Stack);

    public IReadOnlyList<TrialRecord> KeptOf(string cell) => Kept.Where(r => r.Cell == cell).ToList();

    /// <summary>Of all scenarios.</summary>
    public IReadOnlyList<TrialRecord> KeptOfStack(string stack) =>
        Kept.Where(r => r.Cell.StartsWith($"{stack} ", StringComparison.Ordinal)).ToList();

    /// <summary>Of each client against each server, the first server with its own client being the baseline.</summary>
    public IReadOnlyList<Cell> Matrix =>
        (
            from cell in Cells
            from client in _stacks
            select cell with
            {
                Id = $"{cell.Id} client {client.Id}",
                Client = client.Id,
            }
        ).ToList();

    /// <summary>Workers that were up at once.</summary>
    public int MostUp
    {
        get
        {
            var (up, most) = (0, 0);
            foreach (var e in Events)
            {
                up += e.Op switch
                {
                    "start" => 1,
                    "end" => -1,
                    _ => 0,
                };
                most = Math.Max(most, up);
            }
            return most;
        }
    }

    /// <summary>What one worker was told, repetitions left out.</summary>
    public IReadOnlyList<string> Told(string stack, string role)
    {
        var ops = Events.Where(e => e.Stack == stack && e.Role == role).Select(e => e.Op).ToList();
        return ops.Where((op, i) => i == 0 || ops[i - 1] != op).ToList();
    }

    /// <summary>Measures all stacks as one block.</summary>
    public async Task<IReadOnlyList<TrialRecord>> BlockAsync(
        BlockSettings? settings = null,
        int seed = 1,
        bool sliced = true,
        CancellationToken cancel = default,
        IReadOnlyList<TrialRecord>? earlier = null
    )
    {
        try
        {
            await using var processes = new ProcessSet(new(this, [0, 1]) { Observers = Observers });
            IReadOnlyList<TrialRecord> records = await new TrialRunner(
                new Block(1, 1, Cells, sliced) { EarlierTrials = earlier ?? [] },
                settings ?? OneSecond,
                processes,
                new Random(seed),
                compute => FirstFigures.Add(compute())
            ).RunAsync(cancel);
            foreach (var (cell, fault) in await processes.StopAsync(cancel))
                records = records
                    .Select(r => r.Cell == cell.Id ? r with { Status = CellStatus.Failed, Reason = fault.Message } : r)
                    .ToList();
            return records;
        }
        finally
        {
            Assert.Empty(StillRunning);
        }
    }

    public Suite AsSuite(SuiteSettings settings, IReadOnlyList<Cell>? cells = null) =>
        new()
        {
            Name = "fake",
            Cells = cells ?? Cells,
            Settings = settings,
        };

    /// <summary>Runs all stacks as a suite.</summary>
    public async Task SuiteAsync(
        SuiteSettings? settings = null,
        int seed = 1,
        IReadOnlyList<Cell>? cells = null,
        CancellationToken cancel = default,
        IReadOnlyList<TrialRecord>? earlier = null,
        int mostPairs = int.MaxValue,
        Func<long>? elapsedNs = null
    )
    {
        settings ??= new();
        cells ??= Cells;
        var budget = BudgetPlan.Create(AsSuite(settings with { BudgetNs = null }, cells), cells);
        try
        {
            await new SuiteRunner(
                new(this, [0, 1]) { MaxPairs = mostPairs },
                new(settings, cells, budget, seed) { Earlier = earlier ?? [] },
                new KeepingRecorder(Kept, cells, settings),
                Silent,
                elapsedNs
            ).RunAsync(cancel);
        }
        finally
        {
            Assert.Empty(StillRunning);
        }
    }

    /// <summary>The first figures that blocks told while they were measured.</summary>
    public List<PartialFigures> FirstFigures { get; } = [];

    public static ProgressLog Silent => new(TextWriter.Null, isTerminal: false);

    public Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    )
    {
        Starts.Add((stack, role, cpus));
        RuntimeOptions.Add(runtimeOptions);
        var worker = new FakeChannel(this, this[stack], role, Starts.Count(s => s.Stack == stack && s.Role == role));
        _workers.Add(worker);
        Note(worker, "start");
        return Task.FromResult(new Worker(worker));
    }

    public void Note(FakeChannel worker, string op) => Events.Add(new(worker.Stack.Id, worker.Role, op));

    public void NoteMeasurement(FakeChannel server, string kind)
    {
        var awake = _workers
            .Where(w => w is { HasEnded: false, IsFrozen: false, Role: "server", Stack.IsSpinning: true })
            .Select(w => w.Stack.Id)
            .ToList();
        Measurements.Add(new(server.Stack.Id, kind, awake, server.IsFrozen));
    }

    public int Listening(FakeChannel server)
    {
        _servers.Add(server);
        return _servers.Count;
    }

    /// <summary>An echo server that nobody here started.</summary>
    /// <returns>Its port.</returns>
    public int Foreign(string stack) => Listening(new FakeChannel(this, this[stack], "server", start: 1));

    public FakeChannel ServerAt(int port) => _servers[port - 1];
}
