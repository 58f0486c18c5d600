using System.Diagnostics;
using System.Globalization;

namespace Pingmark.TestRun;

/// <summary>What came of a layer.</summary>
/// <param name="Cpu">Seconds that its programs took of the cores: on a machine that others use it is what tests cost,
/// however long they took.</param>
internal sealed record LayerRun(Layer Layer, IReadOnlyList<TestResult> Results, double Seconds, double Cpu)
{
    /// <summary>Of a layer without a failure: the sources that it tested, and its seconds.</summary>
    private const string PassedFile = "passed";

    /// <returns>What an earlier run left; null unless it passed with these sources.</returns>
    public static LayerRun? Earlier(Layer layer, string sources) =>
        layer.Lines(PassedFile).ToList() is [var tested, var seconds] && tested == sources
            ? new(layer, ResultFiles.Read(layer.Folder).ToList(), Number(seconds), CpuOf(layer))
            : null;

    /// <param name="sources">Names what is tested.</param>
    /// <exception cref="OperationCanceledException">A signal ended it.</exception>
    public static async Task<LayerRun> OfAsync(Layer layer, string sources, CancellationToken stopped)
    {
        var clock = Stopwatch.StartNew();
        var code = await EndAsync(layer, stopped);
        var results = ResultFiles.Read(layer.Folder).ToList();
        var complaint =
            code is null ? $"it took longer than {Layer.Minutes} minutes and was killed"
            : code != 0 && results.All(result => result.Outcome != Outcome.Failed) ? $"it ended with {code}"
            : results.Count == 0 ? "it ran no test"
            : null;
        if (complaint is not null)
            results.Add(
                new(layer.Name, Outcome.Failed, string.Join('\n', layer.Lines("log").TakeLast(15).Prepend(complaint)))
            );
        var run = new LayerRun(layer, results, clock.Elapsed.TotalSeconds, CpuOf(layer));
        if (!run.Of(Outcome.Failed).Any())
            await File.WriteAllLinesAsync(
                Path.Combine(layer.Folder, PassedFile),
                [sources, run.Seconds.ToString(CultureInfo.InvariantCulture)],
                stopped
            );
        return run;
    }

    public IEnumerable<TestResult> Of(Outcome outcome) => Results.Where(result => result.Outcome == outcome);

    private static double CpuOf(Layer layer) => layer.Lines("cpu").Sum(Number);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    /// <returns>The exit code; null when the deadline ended it.</returns>
    private static async Task<int?> EndAsync(Layer layer, CancellationToken stopped)
    {
        // Its session is a process group, too. Signals that whoever started the tests ignores, as nohup does, are sent
        // by tests.
        string[] script = ["env", "--default-signal=HUP,INT,QUIT,TERM", "bash", "tests/run/layer.sh"];
        using var process = Process.Start("setsid", [.. script, layer.Folder, layer.Needs, .. layer.Command.Split()]);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stopped);
        deadline.CancelAfter(TimeSpan.FromMinutes(Layer.Minutes));
        try
        {
            await process.WaitForExitAsync(deadline.Token);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            // Its descendants, and those of its group whose parents had ended before.
            process.Kill(entireProcessTree: true);
            using var kill = Process.Start("bash", ["-c", $"kill -KILL -- -{process.Id} 2>/dev/null"]);
            await kill.WaitForExitAsync(CancellationToken.None);
            stopped.ThrowIfCancellationRequested();
            return null;
        }
    }
}
