using Pingmark.TestRun.Results;

namespace Pingmark.TestRun;

/// <summary>Tests that are run and counted together.</summary>
/// <param name="Body">Runs them; gets a folder for result files and a file for what is printed. False when the tools
/// failed, whatever their results say.</param>
/// <param name="Again">The same for the tests that failed, once nothing else is run; null where a failure stands at
/// once.</param>
internal sealed record Layer(
    string Name,
    Func<LayerFiles, Task<bool>> Body,
    Func<IReadOnlyList<TestResult>, Layer>? Again = null
)
{
    public async Task<LayerRun> RunAsync()
    {
        var files = LayerFiles.Empty(Name);
        var clock = System.Diagnostics.Stopwatch.StartNew();
        bool succeeded;
        try
        {
            succeeded = await Body(files);
        }
        catch (Exception e) when (e is IOException or System.ComponentModel.Win32Exception)
        {
            await File.AppendAllTextAsync(files.Log, e.Message);
            succeeded = false;
        }
        var results = files.Found.Concat(ResultFiles.Read(files.Folder)).ToList();
        // A program that fails without a failed test was stopped before it could say which one.
        if (!succeeded && results.All(result => result.Outcome != Outcome.Failed))
            results.Add(new(Name, Outcome.Failed, 0, files.LastWords()));
        return new(this, results, clock.Elapsed, CpuTimes.In(files.Folder), Tallies.Read(files.Folder));
    }

    /// <summary>One whose failed tests can't be run by themselves: all are tried again.</summary>
    public static Layer AsAWhole(string name, Func<LayerFiles, Task<bool>> body) =>
        new(name, body, _ => new($"{name} again", body));
}

/// <summary>What came of a layer.</summary>
/// <param name="Cpu">What its programs took of the cores.</param>
/// <param name="Tally">Faults that were tried, by class, beside the tests.</param>
internal sealed record LayerRun(
    Layer Layer,
    IReadOnlyList<TestResult> Results,
    TimeSpan Took,
    TimeSpan Cpu,
    IReadOnlyList<TallyRow> Tally
)
{
    /// <summary>So many failures at most can be the machine's.</summary>
    private const int MostTriedAgain = 6;

    public string Name => Layer.Name;

    /// <summary>Tests that failed while others had the cores are tried once more; one that passes then counts as
    /// passed, and what it said at first is printed at the end.</summary>
    public async Task<LayerRun> AgainAsync(Action<LayerRun> ended)
    {
        var failed = Results.Where(result => result.Outcome == Outcome.Failed).ToList();
        if (Layer.Again is null || failed.Count is 0 or > MostTriedAgain)
            return this;
        var again = await Layer.Again(failed).RunAsync();
        ended(again);
        var second = again.Results.ToLookup(result => result.Name);
        return this with
        {
            Results =
            [
                .. Results.Select(first =>
                    first.Outcome == Outcome.Failed
                    && second[first.Name].Any()
                    && second[first.Name].All(result => result.Outcome == Outcome.Passed)
                        ? second[first.Name].First().AfterFailing(first.Message)
                        : first
                ),
            ],
            Took = Took + again.Took,
            Cpu = Cpu + again.Cpu,
        };
    }

    public int Count(Outcome outcome) => Results.Count(result => result.Outcome == outcome);
}

/// <summary>Where a layer leaves what it did.</summary>
/// <param name="Found">Results that no tool writes.</param>
internal sealed record LayerFiles(string Folder, List<TestResult> Found)
{
    public string Log => Path.Combine(Folder, "log");

    public static LayerFiles Empty(string layer)
    {
        var folder = Path.Combine(Tree.Results, layer.Replace(' ', '-'));
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Directory.CreateDirectory(folder);
        return new(folder, []);
    }

    public string LastWords() =>
        File.Exists(Log) ? string.Join('\n', File.ReadLines(Log).TakeLast(30)) : "it printed nothing";
}
