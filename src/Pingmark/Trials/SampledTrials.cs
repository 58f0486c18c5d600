using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Sampling;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures one more trial of each cell after the rounds, under the profilers of its runtimes, which tell
/// where the time goes and what is allocated. Recording slows a worker down, so nothing of it is in any other figure,
/// and a recording that fails costs the run nothing but itself. One start of its processes serves all cells of a stack,
/// and what was recorded is read while the next cell warms up.</summary>
public sealed class SampledTrials(WorkerStarts workers, ProgressLog progress)
{
    private const string Subfolder = "samples";
    private const long SettleNs = 100_000_000;
    private const long ShortestNs = 1_500_000_000,
        LongestNs = 10_000_000_000;

    /// <summary>The longest warm-up in ns: compiled code is enough, for no figure has to settle.</summary>
    private const long LongestWarmUpNs = 2_000_000_000;

    /// <summary>The sides whose recorders have been started once.</summary>
    private readonly HashSet<Side> _rehearsed = [];

    /// <summary>The reading of what was recorded of the cell before; null where nothing is being read.</summary>
    private Task<TrialRecord>? _reading;

    /// <summary>Samples the cells.</summary>
    /// <param name="folder">The run's folder; recordings go into a folder of their own in it.</param>
    /// <param name="keep">Stores finished trials durably.</param>
    /// <param name="isDone">Whether a cell was sampled before; null where none was.</param>
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
        var left = cells.Index().Where(each => isDone?.Invoke(each.Item) != true);
        foreach (var ofOneStart in left.GroupBy(each => (each.Item.Label, each.Item.Stack, each.Item.Client)))
        {
            await using var processes = workers.Begin();
            foreach (var (number, cell) in ofOneStart)
            {
                progress.Step($"sampling {number + 1}/{cells.Count}: {cell.Label}");
                var file = Path.Combine(Subfolder, $"{number + 1}-{cell.FileName}");
                await SampleAsync(new(cell, file, folder), settings, processes, keep, cancel);
            }
            // What they would tell when they end is in no figure.
            await processes.StopAsync(cancel);
        }
        await KeepReadAsync(keep);
    }

    /// <summary>A cell that is sampled, and where its recordings go.</summary>
    /// <param name="File">The file of the recordings, without <c>-server</c>, <c>-client</c> and extension.</param>
    private sealed record Sampled(Cell Cell, string File, string Folder);

    private async Task SampleAsync(
        Sampled sampled,
        BlockSettings settings,
        ProcessSet processes,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel
    )
    {
        await using var trial = new CellTrial(sampled.Cell, new Block(0, 0, [sampled.Cell], Sliced: false), processes);
        Recorded? recorded = null;
        await trial.AttemptAsync(() => trial.StartAsync(cancel));
        await trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            recorded = await RecordAsync(trial.Pair, sampled, settings, keep, cancel);
            await trial.EndAsync(cancel);
        });
        await KeepReadAsync(keep);
        _reading = recorded is null
            ? Task.FromResult(Described(trial.Record, sampled, [NotSampled(sampled.Cell, trial.Record.Reason)]))
            : ReadAsync(trial.Record, sampled, recorded, cancel);
    }

    /// <summary>Keeps what has been read; the order of the records is that of the cells.</summary>
    private async Task KeepReadAsync(Action<IReadOnlyList<TrialRecord>> keep)
    {
        if (_reading is not { } reading)
            return;
        _reading = null;
        keep([await reading]);
    }

    private sealed record Recorded(ISampler OfServer, ISampler OfClient, PairUsage Used) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await OfServer.DisposeAsync();
            await OfClient.DisposeAsync();
        }
    }

    /// <summary>Measures and records. Recording begins before the counted time and ends right after it; nothing else is
    /// read meanwhile.</summary>
    private async Task<Recorded> RecordAsync(
        Pair pair,
        Sampled sampled,
        BlockSettings settings,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel
    )
    {
        var path = Path.Combine(sampled.Folder, sampled.File);
        var (ofServer, ofClient) = (
            SamplerOf(pair.Server!, path + "-server"),
            SamplerOf(pair.Client, path + "-client")
        );
        try
        {
            if (_rehearsed.Add(pair.Client))
                await Task.WhenAll(ofServer.RehearseAsync(cancel), ofClient.RehearseAsync(cancel));
            await pair.WarmUpAsync(Shortened(settings.WarmUpLimits), cancel);
            await KeepReadAsync(keep);
            await Task.WhenAll(ofServer.StartAsync(cancel), ofClient.StartAsync(cancel));
            var before = await pair.UsageAsync(cancel);
            await pair.WindowAsync(SettleNs, Math.Clamp(settings.DurationNs, ShortestNs, LongestNs), cancel);
            var used = await pair.UsageAsync(cancel) - before;
            await Task.WhenAll(ofServer.EndAsync(cancel), ofClient.EndAsync(cancel));
            return new(ofServer, ofClient, used);
        }
        catch
        {
            await ofServer.DisposeAsync();
            await ofClient.DisposeAsync();
            throw;
        }
    }

    private static WarmUpLimits Shortened(WarmUpLimits limits) =>
        limits with
        {
            LongestNs = Math.Min(limits.LongestNs, Math.Max(limits.LeastNs, LongestWarmUpNs)),
        };

    private static async Task<TrialRecord> ReadAsync(
        TrialRecord record,
        Sampled sampled,
        Recorded recorded,
        CancellationToken cancel
    )
    {
        await using var ended = recorded;
        var cell = sampled.Cell;
        try
        {
            var (server, client) = (recorded.OfServer.ReadAsync(cancel), recorded.OfClient.ReadAsync(cancel));
            return Described(
                record,
                sampled,
                [
                    new("server", cell.Stack, recorded.Used.Server!.Messages, await server),
                    new("client", cell.Client, recorded.Used.Client.Messages, await client),
                ]
            );
        }
        catch (WorkerFault fault)
        {
            return Described(record, sampled, [NotSampled(cell, fault.Message)]);
        }
    }

    private static SideSamples NotSampled(Cell cell, string? reason) =>
        new("server", cell.Stack, 0, new SamplingSummary { Notes = [$"Not sampled: {reason}."] });

    private static TrialRecord Described(TrialRecord record, Sampled sampled, IReadOnlyList<SideSamples> samples) =>
        record with
        {
            Status = CellStatus.Ok,
            Reason = null,
            Samples = samples.Select(s => s with { Summary = Relative(s.Summary, sampled.Folder) }).ToList(),
        };

    private static ISampler SamplerOf(Side side, string path) =>
        Samplers.For(RuntimeOf(side.Stack.Stack), side.Pid, path, problem => side.Fault("sampling", problem));

    /// <summary>Names the runtime of a stack, with which the stack's id begins.</summary>
    private static string RuntimeOf(string stack) => stack.Split('/')[0];

    /// <summary>Makes paths relative to the run's folder, which may be moved.</summary>
    private static SamplingSummary Relative(SamplingSummary summary, string folder) =>
        summary with
        {
            File = summary.File is { } file ? Path.GetRelativePath(folder, file) : null,
        };
}
