#:project ../../src/Pingmark/Pingmark.csproj
#:property PublishAot=false
// What it costs to watch for causes of slow messages (docs/tail.md). Windows of one pair of processes are measured in
// turns: with nobody that watches, with what every run watches, and with `--explain`. So a window is compared with its
// neighbours, of the same processes. Prints the ratios to unwatched windows with their 95 % intervals.
// No test: it judges the tool, on a quiet machine.
// usage: dotnet run -c Release tests/benchmarks/watching.cs -- SERVER CLIENT [PASSES [RATE [CONNECTIONS]]]
//        a pass takes 1.6 s; a rate of 0 is a closed loop
using System.Globalization;
using MathNet.Numerics.Statistics;
using Pingmark;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

const long settleNs = 30_000_000,
    windowNs = 500_000_000;
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length < 2)
{
    Console.Error.WriteLine("usage: watching.cs SERVER CLIENT [PASSES [RATE [CONNECTIONS]]]");
    return 2;
}
var passes = Number(2, 60);
var cell = new Cell
{
    Id = args[0],
    Label = args[0],
    Stack = args[0],
    Client = args[1],
    Scenario = new() { Address = "127.0.0.1", Connections = Number(4, 1) },
};
if (Number(3, 0) is > 0 and var rate)
    cell = cell with { Scenario = cell.Scenario with { RatePerS = rate, InFlight = Scenario.InFlightWithRate } };
var arms = new (string Name, Observers Observers)[]
{
    ("nobody watches", Observers.None),
    ("as in every run", Observers.Cheap),
    ("with --explain", Observers.Explaining),
};

var catalog = WorkerCatalog.Load(Path.GetFullPath(Variables.Root.Value ?? "."));
var builder = new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false));
foreach (var stack in args[..2].Distinct())
    if (await builder.EnsureBuiltAsync(catalog.Find(stack), force: false, default) is { IsAvailable: false } problem)
    {
        Console.Error.WriteLine($"{stack}: {problem}");
        return 3;
    }
await using var pair = await new PairStart(
    new(new ProcessWorkerStarter(catalog), Machine.AvailableCores()),
    cell
).StartAsync(default);
await pair.ConnectAsync(cell.Scenario, arrivalsSeed: 1, default);
pair.Wake();
await pair.WarmUpAsync(new(LeastNs: 0, LongestNs: 10_000_000_000), default);
pair.Wake();
var seen = arms.Select(_ => new Arm()).ToArray();
var machine = new MachineTime(Machine.AvailableCores().Count);
machine.Begin([pair.Client.Pid, pair.Server!.Pid, Environment.ProcessId]);
foreach (var arm in SliceOrder.Balanced([.. arms.Select(_ => 1)], passes, new Random(1)).SelectMany(pass => pass))
{
    await using var watch = await WatchedPair.BeginAsync(pair, arms[arm].Observers, default);
    var run = await watch.WhileAsync(async note =>
    {
        var slice = await pair.SliceAsync(settleNs, windowNs, default);
        note(slice.Measured);
        return slice;
    });
    seen[arm].Add(run.Measured, await watch.EndAsync(CountedRun.Sum([run]), default));
}
machine.End();
await pair.DisconnectAsync(default);
pair.Wake();
await pair.StopAsync(default);

Console.WriteLine($"{args[0]}, client {args[1]}: {seen[0]["p50"].Count} windows of {windowNs / 1e6:F0} ms each");
Console.WriteLine($"others used {machine.ForeignShare:P1} of the cores, the hypervisor {machine.StealShare:P1}");
foreach (var (arm, figures) in arms.Zip(seen))
{
    Console.WriteLine(
        $"{arm.Name}: {figures["messages/s"].Median():N0}/s, "
            + string.Join(", ", Arm.Percentiles.Select(one => $"{one.Name} {figures[one.Name].Median() / 1e3:F1} us"))
            + $" (medians of windows); reading took {figures.WatchingShare:P2} of a core"
    );
    if (figures != seen[0])
        Console.WriteLine($"  {string.Join("; ", Arm.Names.Select(name => Ratio(figures, name)))}");
}
return 0;

int Number(int place, int otherwise) =>
    args.Length > place ? int.Parse(args[place], NumberStyles.None, CultureInfo.InvariantCulture) : otherwise;

string Ratio(Arm figures, string name)
{
    var ratio = ConfidenceInterval.OfGeometricMean([
        .. figures[name].Zip(seen[0][name], (with, without) => with / without),
    ])!;
    return ratio is { CiLow: { } low, CiHigh: { } high }
        ? $"{name} {ratio.Value:F4} [{low:F4}, {high:F4}]"
        : $"{name} {ratio.Value:F4} [no interval of so few or so different windows]";
}

/// <summary>What the windows of one way to watch showed, in their order.</summary>
internal sealed class Arm
{
    public static readonly (string Name, double Percentile)[] Percentiles =
    [
        ("p50", 0.5),
        ("p99", 0.99),
        ("p99.9", 0.999),
    ];
    public static readonly string[] Names = ["messages/s", .. Percentiles.Select(one => one.Name)];

    private readonly Dictionary<string, List<double>> _figures = Names.ToDictionary(
        name => name,
        _ => new List<double>()
    );
    private long _watchedNs,
        _usedNs;

    public IReadOnlyList<double> this[string name] => _figures[name];
    public double WatchingShare => _watchedNs == 0 ? 0 : (double)_usedNs / _watchedNs;

    public void Add(Measurement window, TrialEvents? events)
    {
        _figures[Names[0]].Add(Math.Max(1, window.ThroughputPerS));
        foreach (var (name, percentile) in Percentiles)
            _figures[name].Add(window.Rtt.PercentileNs(percentile));
        (_watchedNs, _usedNs) = (_watchedNs + (events?.WatchedNs ?? 0), _usedNs + (events?.ObserverCpuNs ?? 0));
    }
}
