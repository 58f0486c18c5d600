using Pingmark.TestRun.Results;

namespace Pingmark.TestRun;

/// <summary>Tests that are run and counted together.</summary>
/// <param name="Body">Runs them; gets a folder for result files and a file for what is printed. False when the tools
/// failed, whatever their results say.</param>
internal sealed record Layer(string Name, Func<LayerFiles, Task<bool>> Body)
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
        return new(Name, results, clock.Elapsed);
    }
}

/// <summary>What came of a layer.</summary>
internal sealed record LayerRun(string Name, IReadOnlyList<TestResult> Results, TimeSpan Took)
{
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
