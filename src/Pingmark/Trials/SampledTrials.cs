using Pingmark.Model;
using Pingmark.Sampling;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures one more trial of each cell after the rounds, under the profilers of its runtimes. Recording slows
/// a worker down, so none of it is in any other figure, and a failed recording costs only itself. One start of the
/// processes serves all cells of a stack; a recording is read while the next cell warms up.</summary>
/// <param name="folder">The run's folder; recordings go into a folder in it.</param>
/// <param name="keep">Stores finished trials durably.</param>
public sealed class SampledTrials(
    WorkerSetup workers,
    ProgressLog progress,
    string folder,
    Action<IReadOnlyList<TrialRecord>> keep
)
{
    private const string Subfolder = "samples";
    private const long SettleNs = 100_000_000;
    private const long MinNs = 1_500_000_000,
        MaxNs = 10_000_000_000;

    /// <summary>The longest warm-up: compiled code is enough, for no figure has to settle.</summary>
    private const long MaxWarmUpNs = 2_000_000_000;

    /// <summary>The clients of processes whose recorders have been started once.</summary>
    private readonly HashSet<Side> _rehearsed = [];

    /// <summary>The previous cell's recording while it is read.</summary>
    private Task<TrialRecord>? _reading;

    /// <param name="isDone">Whether a cell was sampled before; null where none was.</param>
    public async Task RunAsync(
        IReadOnlyList<Cell> cells,
        BlockSettings settings,
        CancellationToken cancel,
        Func<Cell, bool>? isDone = null
    )
    {
        Directory.CreateDirectory(Path.Combine(folder, Subfolder));
        var left = cells.Index().Where(each => isDone?.Invoke(each.Item) != true);
        foreach (var ofOneStart in left.GroupBy(each => (each.Item.Label, each.Item.Stack, each.Item.Client)))
        {
            await using var processes = new ProcessSet(workers);
            foreach (var (number, cell) in ofOneStart)
            {
                progress.Step($"sampling {number + 1}/{cells.Count}: {cell.Label}");
                var path = Path.Combine(folder, Subfolder, $"{number + 1}-{cell.FileName}");
                await SampleAsync(cell, path, settings, processes, cancel);
            }
            // Their totals are in no figure.
            await processes.StopAsync(cancel);
        }
        await KeepReadAsync();
    }

    /// <param name="path">The path of the recordings, without <c>-server</c>, <c>-client</c> and extension.</param>
    private async Task SampleAsync(
        Cell cell,
        string path,
        BlockSettings settings,
        ProcessSet processes,
        CancellationToken cancel
    )
    {
        await using var trial = new CellTrial(cell, new Block(0, 0, [cell], IsSliced: false), processes);
        Recording? recording = null;
        await trial.AttemptAsync(() => trial.StartAsync(cancel));
        await trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            recording = await RecordAsync(trial.Pair, path, settings, cancel);
            await trial.EndAsync(cancel);
        });
        await KeepReadAsync();
        _reading = recording is null
            ? Task.FromResult(AddSamples(trial.Record, [NotSampled(cell, trial.Record.Reason)]))
            : ReadAsync(trial.Record, cell, recording, cancel);
    }

    /// <summary>Keeps what has been read, in the order of the cells.</summary>
    private async Task KeepReadAsync()
    {
        if (_reading is not { } reading)
            return;
        _reading = null;
        keep([await reading]);
    }

    private sealed record Recording(ISampler Server, ISampler Client) : IAsyncDisposable
    {
        public PairUsage? Used { get; set; }

        public Task ForBothAsync(Func<ISampler, Task> action) => Task.WhenAll(action(Server), action(Client));

        public async ValueTask DisposeAsync()
        {
            await Server.DisposeAsync();
            await Client.DisposeAsync();
        }
    }

    /// <summary>Measures and records, from before the counted time until right after it. Nothing else is read
    /// meanwhile.</summary>
    private async Task<Recording> RecordAsync(Pair pair, string path, BlockSettings settings, CancellationToken cancel)
    {
        var recording = new Recording(
            CreateSampler(pair.Server!, path + "-server"),
            CreateSampler(pair.Client, path + "-client")
        );
        try
        {
            if (_rehearsed.Add(pair.Client))
                await recording.ForBothAsync(sampler => sampler.RehearseAsync(cancel));
            var limits = settings.WarmUpLimits;
            await pair.WarmUpAsync(
                limits with
                {
                    MaxNs = Math.Min(limits.MaxNs, Math.Max(limits.MinNs, MaxWarmUpNs)),
                },
                cancel
            );
            await KeepReadAsync();
            await recording.ForBothAsync(sampler => sampler.StartAsync(cancel));
            var before = await pair.UsageAsync(cancel);
            await pair.WindowAsync(SettleNs, Math.Clamp(settings.DurationNs, MinNs, MaxNs), cancel);
            recording.Used = await pair.UsageAsync(cancel) - before;
            await recording.ForBothAsync(sampler => sampler.EndAsync(cancel));
            return recording;
        }
        catch
        {
            await recording.DisposeAsync();
            throw;
        }
    }

    private async Task<TrialRecord> ReadAsync(
        TrialRecord record,
        Cell cell,
        Recording recording,
        CancellationToken cancel
    )
    {
        await using var ended = recording;
        try
        {
            var (server, client) = (recording.Server.ReadAsync(cancel), recording.Client.ReadAsync(cancel));
            return AddSamples(
                record,
                [
                    new("server", cell.Stack, recording.Used!.Server!.Messages, await server),
                    new("client", cell.Client, recording.Used.Client.Messages, await client),
                ]
            );
        }
        catch (WorkerFault fault)
        {
            return AddSamples(record, [NotSampled(cell, fault.Message)]);
        }
    }

    private static SideSamples NotSampled(Cell cell, string? reason) =>
        new("server", cell.Stack, 0, new SamplingSummary { Notes = [$"Not sampled: {reason}."] });

    /// <summary>Adds samples with paths relative to the run's folder, which may be moved.</summary>
    private TrialRecord AddSamples(TrialRecord record, IReadOnlyList<SideSamples> samples) =>
        record with
        {
            Status = CellStatus.Ok,
            Reason = null,
            Samples = samples
                .Select(side =>
                    side.Summary.File is { } file
                        ? side with
                        {
                            Summary = side.Summary with { File = Path.GetRelativePath(folder, file) },
                        }
                        : side
                )
                .ToList(),
        };

    /// <summary>The id of a stack begins with its runtime.</summary>
    private static ISampler CreateSampler(Side side, string path) =>
        Samplers.Create(side.Stack.Stack.Split('/')[0], side.Pid, path, problem => side.Fault("sampling", problem));
}
