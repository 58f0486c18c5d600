using System.Diagnostics;
using Pingmark.TestRun;
using Pingmark.TestRun.Setup;

const string Usage = """
    ./test                     everything but sanitizers; ends with N passed, N failed, N skipped
    ./test fast                units of all languages, schemas and transcripts, lint: a minute
    ./test lint                what can be told of the sources without running them
    ./test browser             report.html in chromium: charts, table, keyboard, narrow screens, hostile names
    ./test WORKER...           the conformance of workers, such as cpp/sockets
    ./test hostile             data from elsewhere: generators (PINGMARK_HOSTILE_CASES), fuzzers, and every fault
                               that docs/robustness.md lists
    ./test LAYER...            some of everything, by the names that it prints: every-stack, measurements
    ./test sanitizers          the C++ workers with ASan, UBSan and TSan, what they read under libFuzzer, and what
                               strangers send to them
    ./test frames              10,000,000 changed frames to the servers of each language, those of C++ with ASan and
                               UBSan; PINGMARK_HOSTILE_CASES=20000 sends 100,000
    ./test everything sanitizers     several of these, one after the other
      --expect-skipped A,B     fails when a test is skipped for a reason that begins with none of these words
      --seed N|random          what is made up follows from N, or is different each time; always the same without it
    """;

if (args is ["--help" or "-h"])
{
    Console.WriteLine(Usage);
    return 0;
}
var clock = Stopwatch.StartNew();
var words = args.ToList();
var expected = Option("--expect-skipped")?.Split(',');
if (Option("--seed") is { } seed)
    Seeds.Choose(seed);
var workers = words.Where(Tree.HasWorker).ToList();
var plans =
    words.Count == 0 ? [Plans.Everything]
    : workers.Count == words.Count ? [Plans.OfWorkers(workers)]
    : words.Select(Plans.Of).ToList();
if (plans.Contains(null))
{
    Console.Error.WriteLine($"none is called {string.Join(", ", words.Where((_, at) => plans[at] is null))}\n{Usage}");
    return 2;
}
var signals = Tool.EndBySignals();
using var temporary = new TemporaryFiles();
try
{
    var runs = new List<LayerRun>();
    var stages = plans.SelectMany(plan => plan!).ToList();
    foreach (var stage in stages.Prepend(Plans.SetUp(stages)).Append(Plans.Left(temporary)))
        runs.AddRange(await stage.RunAsync(Report.Line));
    return Report.Close(runs, expected, clock.Elapsed) ? 0 : 1;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("interrupted");
    return 130;
}
finally
{
    foreach (var signal in signals)
        signal.Dispose();
}

string? Option(string name)
{
    if (words.IndexOf(name) is not (>= 0 and var at) || at + 1 == words.Count)
        return null;
    var value = words[at + 1];
    words.RemoveRange(at, 2);
    return value;
}
