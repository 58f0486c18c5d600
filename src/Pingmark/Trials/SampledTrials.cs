using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Sampling;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>
/// One more trial of each cell, after the rounds, under the profilers of its runtimes: where the time goes, what is
/// allocated. Recording slows a worker down, so nothing of it is in any other figure, and a recording that fails costs
/// the run nothing but itself.
/// </summary>
public sealed class SampledTrials(IWorkerStarter starter, IReadOnlyList<int> cores, ProgressLog progress)
{
    /// <summary>Of cells that ask for a network; null: none does.</summary>
    public Impairer? Impairer { get; init; }

    private const string Subfolder = "samples";
    private const long SettleNs = 500_000_000;
    private const long ShortestNs = 2_000_000_000,
        LongestNs = 10_000_000_000;

    /// <param name="folder">The run's; recordings go into a folder of their own in it.</param>
    /// <param name="keep">Stores finished trials durably.</param>
    /// <param name="isDone">Cells that were sampled before; null: none.</param>
    public async Task RunAsync(
        IReadOnlyList<Cell> cells,
        BlockSettings settings,
        string folder,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel,
        Func<Cell, bool>? isDone = null
    )
    {
        Directory.CreateDirectory(Path.Combine(folder, Subfolder));
        foreach (var (number, cell) in cells.Index())
        {
            if (isDone?.Invoke(cell) == true)
                continue;
            progress.Step($"sampling {number + 1}/{cells.Count}: {cell.Id}");
            keep([
                await SampleAsync(
                    cell,
                    Path.Combine(Subfolder, $"{number + 1}-{FileName(cell)}"),
                    settings,
                    folder,
                    cancel
                ),
            ]);
        }
    }

    private async Task<TrialRecord> SampleAsync(
        Cell cell,
        string file,
        BlockSettings settings,
        string folder,
        CancellationToken cancel
    )
    {
        await using var generation = new Generation(starter, cores) { Impairer = Impairer };
        await using var trial = new CellTrial(cell, new Block(0, 0, [cell], Sliced: false), generation);
        IReadOnlyList<SideSamples> samples = [];
        await trial.AttemptAsync(() => trial.StartAsync(cancel));
        await trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            samples = await SampleAsync(trial.Pair, Path.Combine(folder, file), settings, cancel);
            await trial.EndAsync(cancel);
            if ((await generation.StopAsync(cancel)).Select(end => end.Fault).FirstOrDefault() is { } fault)
                throw fault;
        });
        if (!trial.IsAlive)
            samples =
            [
                new("server", cell.Stack, 0, new SamplingSummary { Notes = [$"Not sampled: {trial.Record.Reason}"] }),
            ];
        return trial.Record with
        {
            Status = CellStatus.Ok,
            Reason = null,
            Samples = samples.Select(s => s with { Summary = Relative(s.Summary, folder) }).ToList(),
        };
    }

    /// <summary>Recording begins before the counted time and ends right after it.</summary>
    /// <param name="path">Where the recordings go, without <c>-server</c>, <c>-client</c> and extension.</param>
    private static async Task<IReadOnlyList<SideSamples>> SampleAsync(
        Pair pair,
        string path,
        BlockSettings settings,
        CancellationToken cancel
    )
    {
        await using var ofServer = SamplerOf(pair.Server!, path + "-server");
        await using var ofClient = SamplerOf(pair.Client, path + "-client");
        await ofServer.RehearseAsync(cancel);
        await ofClient.RehearseAsync(cancel);
        await pair.WarmUpAsync(settings.WarmUpLimits, cancel);
        await ofServer.StartAsync(cancel);
        await ofClient.StartAsync(cancel);
        var before = await pair.UsageAsync(cancel);
        await pair.WindowAsync(SettleNs, Math.Clamp(settings.DurationNs, ShortestNs, LongestNs), cancel);
        var used = await pair.UsageAsync(cancel) - before;
        var (samplesOfServer, samplesOfClient) = (await ofServer.StopAsync(cancel), await ofClient.StopAsync(cancel));
        return
        [
            new("server", pair.Server!.Stack.Stack, used.Server!.Messages, samplesOfServer),
            new("client", pair.Client.Stack.Stack, used.Client.Messages, samplesOfClient),
        ];
    }

    private static ISampler SamplerOf(Side side, string path) =>
        Samplers.For(RuntimeOf(side.Stack.Stack), side.Pid, path, problem => side.Fault("sampling", problem));

    /// <summary>A stack's id begins with it.</summary>
    private static string RuntimeOf(string stack) => stack.Split('/')[0];

    /// <summary>A run folder may be moved.</summary>
    private static SamplingSummary Relative(SamplingSummary summary, string folder) =>
        summary with
        {
            File = summary.File is { } file ? Path.GetRelativePath(folder, file) : null,
        };

    private static string FileName(Cell cell) =>
        string.Concat(cell.Id.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '_'));
}
