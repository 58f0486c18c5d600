using System.Diagnostics;
using Pingmark.TestRun;

const string Usage = """
    ./test                     everything; ends with N passed, N failed, N skipped
    ./test fast                units of all languages, schemas and transcripts, lint: a minute
    ./test lint                what can be told of the sources without running them
    ./test browser             report.html in chromium: charts, table, keyboard, narrow screens, hostile names
    ./test WORKER...           the conformance of workers, such as cpp/sockets
    ./test hostile             data from elsewhere: generators (PINGMARK_HOSTILE_CASES), fuzzers, and every fault
                               that docs/robustness.md lists
    ./test sanitizers          the C++ workers with ASan, UBSan and TSan, and what they read under libFuzzer
      --expect-skipped A,B     fails when a test is skipped for a reason that begins with none of these words
    """;

var clock = Stopwatch.StartNew();
var words = args.ToList();
IReadOnlyList<string>? expected = null;
if (words.IndexOf("--expect-skipped") is >= 0 and var at && at + 1 < words.Count)
{
    expected = words[at + 1].Split(',');
    words.RemoveRange(at, 2);
}
var workers = words.Where(word => File.Exists(Tree.In("workers", word, "worker.json"))).ToList();
var stages = words switch
{
    [] => Plans.Everything,
    ["fast"] => Plans.Fast,
    ["lint"] => Plans.Lint,
    ["browser"] => Plans.Browser,
    ["hostile"] => Plans.Hostile,
    ["sanitizers"] => Plans.Sanitizers,
    _ when workers.Count == words.Count => Plans.OfWorkers(workers),
    _ => null,
};
if (stages is null)
{
    Console.Error.WriteLine(Usage);
    return 2;
}
var runs = new List<LayerRun>();
foreach (var stage in stages)
    runs.AddRange(await stage.RunAsync(Report.Line));
for (var i = 0; i < runs.Count; i++)
    runs[i] = await runs[i].AgainAsync(Report.Line);
return Report.Close(runs, expected, clock.Elapsed) ? 0 : 1;
