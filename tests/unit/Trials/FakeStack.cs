using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Tests.Trials;

/// <summary>One measurement that a fake client is asked for.</summary>
/// <param name="Kind"><c>warm-up</c>, <c>rehearsal</c>, <c>slice</c> or <c>unbroken</c>.</param>
/// <param name="Nth">From 1, among those of its kind in this process.</param>
/// <param name="Start">From 1: which of this stack's clients it is; in a run, the round.</param>
internal sealed record FakeRun(string Kind, int Nth, int Start);

/// <summary>How a stack behaves on a <see cref="FakeMachine"/>. Without more ado it is honest, blocks while it waits,
/// and echoes 20,000 messages a second.</summary>
internal sealed class FakeStack(string id)
{
    private string _compilingRole = "";
    private int _compilingTimes;
    private const long CompilingNs = 1_000_000_000;
    private readonly Dictionary<string, long> _backgroundCpuNs = [];
    private readonly List<(string Role, string Op, Action<JsonObject> Distort)> _distortions = [];

    public string Id => id;
    public bool IsSpinning { get; private set; }
    public string? Gc { get; private set; }
    public string Transport { get; private set; } = "tcp";
    public Func<FakeRun, double> RatePerS { get; private set; } = _ => 20_000;
    public Action<FakeRun>? Before { get; private set; }

    public IReadOnlyList<string> Loads { get; private set; } = ["closed"];

    public FakeStack SendsAtRates() => Makes("closed", "fixed-rate");

    public FakeStack Makes(params string[] loads) => With(() => Loads = loads);

    public IReadOnlyList<int> PairThreads { get; private set; } = [];

    public FakeStack IsBothSidesWith(params int[] threads) => With(() => PairThreads = threads);

    public bool CanSendUnasked { get; private set; }

    public FakeStack SendsUnasked() => With(() => CanSendUnasked = true);

    /// <summary>The round trip at a rate; in a closed loop it follows from the rate.</summary>
    public Func<FakeRun, long> RttNs { get; private set; } = _ => 20_000;

    public FakeStack Answers(Func<FakeRun, long> afterNs) => With(() => RttNs = afterNs);

    /// <summary>Of the n-th worker of a role, beside the controller's.</summary>
    public Func<int, long> ClockAheadNs { get; private set; } = _ => 0;

    public FakeStack HasClocks(Func<int, long> aheadNs) => With(() => ClockAheadNs = aheadNs);

    /// <summary>By role, the machines that its workers are on; the controller's where nothing is said.</summary>
    public Dictionary<string, WorkerHost> Places { get; } = [];

    public FakeStack RunsOn(string role, string machine) =>
        With(() => Places[role] = new(machine, machine, IsHere: false));

    public FakeStack Spins() => With(() => IsSpinning = true);

    public FakeStack CompilesAsItRuns() => With(() => Gc = "G1");

    /// <summary>How the names of the threads begin that compile; null: not told.</summary>
    public IReadOnlyList<string>? CompilerThreads { get; private set; }

    public FakeStack CompilesBy(params string[] threads) => With(() => CompilerThreads = threads);

    /// <summary>Name, values, default, role and meaning of each.</summary>
    public IReadOnlyList<string[]> Options { get; private set; } = [];

    public FakeStack HasOptions(params string[][] options) => With(() => Options = options);

    public FakeStack Speaks(string transport) => With(() => Transport = transport);

    /// <summary>Of a server that encrypts.</summary>
    public string? Certificate { get; private set; }

    public FakeStack Shows(string certificate) => With(() => Certificate = certificate);

    /// <summary>How long each answer takes, in a closed loop; null: as the rate says.</summary>
    public long? ResponseNs { get; private set; }

    public FakeStack Takes(long responseNs) => With(() => ResponseNs = responseNs);

    public FakeStack Runs(double perS) => Runs(_ => perS);

    public FakeStack Runs(Func<FakeRun, double> perS) => With(() => RatePerS = perS);

    /// <summary>Its compiler works on for so many times that it is looked at: for more CPU time between two looks than
    /// real time passes.</summary>
    public FakeStack CompilesInTheBackground(string role, int times) =>
        CompilesAsItRuns().With(() => (_compilingRole, _compilingTimes) = (role, times));

    /// <summary>CPU time that no message caused, in all.</summary>
    public long BackgroundCpuNs(string role)
    {
        if (role == _compilingRole && _compilingTimes-- > 0)
            Works(role, CompilingNs);
        return _backgroundCpuNs.GetValueOrDefault(role);
    }

    /// <summary>One of its processes uses CPU time on its own.</summary>
    public FakeStack Works(string role, long cpuNs) =>
        With(() => _backgroundCpuNs[role] = _backgroundCpuNs.GetValueOrDefault(role) + cpuNs);

    /// <summary>CPU time of the controller, as processes of this stack see it.</summary>
    public long ControllerCpuNs { get; private set; }

    public FakeStack ControllerWorks(long cpuNs) => With(() => ControllerCpuNs += cpuNs);

    private readonly Dictionary<(string Role, string Name), ThreadTime> _threads = [];

    /// <summary>A thread of one of its processes runs, or is ready and waits for a core.</summary>
    public FakeStack HasThread(string role, string name, long cpuNs, long delayNs = 0) =>
        With(() =>
        {
            var so = _threads.GetValueOrDefault((role, name)) ?? new(name, 0);
            _threads[(role, name)] = so with
            {
                CpuNs = so.CpuNs + cpuNs,
                RunQueueDelayNs = so.RunQueueDelayNs + delayNs,
            };
        });

    public IReadOnlyDictionary<int, ThreadTime> ThreadsOf(string role) =>
        _threads.Where(t => t.Key.Role == role).Index().ToDictionary(t => t.Index, t => t.Item.Value);

    /// <summary>Something that happens just before a measurement, such as a user's Ctrl-C.</summary>
    public FakeStack BeforeMeasuring(Action<FakeRun> action) => With(() => Before = action);

    public FakeStack ServerFails(string op, string problem) => ServerAnswers(op, _ => throw new FakeError(problem));

    public FakeStack ClientFails(string op, string problem) => ClientAnswers(op, _ => throw new FakeError(problem));

    public FakeStack ClientCannot(string op, string reason) =>
        ClientAnswers(op, _ => throw new FakeUnsupported(reason));

    /// <summary>Changes a right reply into a wrong one. Measurements go by their kind: <c>warm-up</c>, <c>slice</c>,
    /// <c>unbroken</c>.</summary>
    public FakeStack ServerAnswers(string op, Action<JsonObject> distort) =>
        With(() => _distortions.Add(("server", op, distort)));

    public FakeStack ClientAnswers(string op, Action<JsonObject> distort) =>
        With(() => _distortions.Add(("client", op, distort)));

    public FakeStack Answers(string role, string op, Action<JsonObject> distort) =>
        With(() => _distortions.Add((role, op, distort)));

    public void Distort(string role, string op, JsonObject reply)
    {
        foreach (var distortion in _distortions.Where(d => d.Role == role && d.Op == op))
            distortion.Distort(reply);
    }

    private FakeStack With(Action change)
    {
        change();
        return this;
    }
}

internal sealed class FakeError(string reason) : Exception(reason);

internal sealed class FakeUnsupported(string reason) : Exception(reason);
