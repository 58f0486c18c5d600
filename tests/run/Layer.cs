using Pingmark.TestRun.Results;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>Tests that are run and counted together.</summary>
/// <param name="Body">Runs them; gets a folder for result files and a file for what is printed. False when the tools
/// failed, whatever their results say.</param>
internal sealed record Layer(string Name, Func<LayerFiles, Task<bool>> Body)
{
    /// <summary>Without one of these it is a skipped row.</summary>
    public IReadOnlyList<Need> Needs { get; init; } = [];

    /// <summary>Without one of these some of its tests are skipped, each with the reason.</summary>
    public IReadOnlyList<Need> Uses { get; init; } = [];

    public async Task<LayerRun> RunAsync()
    {
        var files = LayerFiles.Empty(Name);
        var clock = System.Diagnostics.Stopwatch.StartNew();
        var succeeded = true;
        try
        {
            if (await Need.UnmetAsync(Needs) is [var lacking, ..])
                files.Skip(
                    $"{lacking.Tool} is not installed; mend: apt-get install {string.Join(' ', lacking.Packages)}"
                );
            else
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
    public string Name => Layer.Name;

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

    /// <summary>The layer as a whole.</summary>
    public void Skip(string reason) => Found.Add(new("all", Outcome.Skipped, 0, reason));

    public string LastWords() =>
        File.Exists(Log) ? string.Join('\n', File.ReadLines(Log).TakeLast(30)) : "it printed nothing";
}
