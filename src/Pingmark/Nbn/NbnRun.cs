using System.Diagnostics;
using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>One measurement of one library, like NBN's custom benchmark: it starts, connects and warms up, which is not
/// counted, then measures for the duration. Server and clients are separate processes, so that the costs of one are not
/// charged to the other.</summary>
/// <param name="clientCores">The cores of the clients' machine where it is another one; null: both sides share the
/// first machine's cores.</param>
/// <param name="network">Opens the network before the server of a stack; null: it is as the machine has it.</param>
public sealed class NbnRun(
    IWorkerStarter starter,
    IReadOnlyList<int> cores,
    ProgressLog progress,
    TextReader input,
    IReadOnlyList<int>? clientCores = null,
    Func<string, NetworkPath>? network = null
)
{
    private const long SettleNs = 20_000_000;

    /// <summary>How long a part takes, which is also how soon the end of a server on another machine is noticed, and
    /// how soon Ctrl-C ends a measurement.</summary>
    private const long PartNs = 500_000_000;

    /// <summary>How long a part takes where the server's process is watched: between two parts the load ends and begins
    /// again, so there are few.</summary>
    private const long LongPartNs = 2_000_000_000;

    private readonly NbnSides _sides = new(starter, network);

    /// <param name="stop">Ctrl-C, which ends the measurement with the figures so far. A measurement without duration
    /// always ends so.</param>
    public async Task<NbnResult> CompleteAsync(string stack, NbnOptions options, CancellationToken stop)
    {
        var pinning = Pinning.Choose(PinOf(options), cores, clientCores);
        var token = NbnToken.ForServer(options.Address);
        await using var server = await _sides.ListenAsync(stack, options, token, pinning.Server, stop);
        Report(stack, $"server listens on {server.EndPoint}, {Text(server.EffectiveOptions)}");
        await using var client = await _sides.ConnectAsync(server, options, token, pinning.Client, stop);
        var partNs = options.DurationNs is null ? PartNs : LongPartNs;
        var pair = new Pair(server, client);
        var result = await server.WhileServingAsync(
            cancel => MeasureAsync(pair, options, partNs, stop, cancel),
            CancellationToken.None
        );
        await pair.StopAsync(CancellationToken.None);
        return result;
    }

    /// <summary>The cores of the sides. With a single message in flight only one side works at a time. On separate
    /// cores each would fall asleep meanwhile, and on a virtual machine others decide how long waking takes, so both
    /// sides share a core. Server GC needs more than one.</summary>
    private Pin PinOf(NbnOptions options) =>
        NbnGcModes.PinOf(options, cores.Count, clientCores is not null)
        ?? (
            options.Clients * options.ParallelMessages == 1 && clientCores is null
                ? new($"cpus:{cores[0]}", $"cpus:{cores[0]}")
                : new Pin()
        );

    /// <summary>Measures against a server that somebody else started.</summary>
    public async Task<NbnResult> ClientAsync(string stack, NbnOptions options, string token, CancellationToken stop)
    {
        await using var client = await _sides.ConnectAsync(stack, options, token, cpus: null, stop);
        var result = await MeasureAsync(new(server: null, client), options, PartNs, stop, CancellationToken.None);
        await client.StopAsync(CancellationToken.None);
        return result;
    }

    /// <exception cref="OperationCanceledException">It was stopped before anything was counted.</exception>
    private async Task<NbnResult> MeasureAsync(
        Pair pair,
        NbnOptions options,
        long partNs,
        CancellationToken stop,
        CancellationToken cancel
    )
    {
        var (client, stack) = (pair.Client, pair.Client.Stack);
        Report(
            stack.Stack,
            $"{NumberText.Count(client.Scenario.AllConnections)} clients connected, "
                + $"{NumberText.Duration(client.ConnectTime.MeanNs)} each, {Text(client.EffectiveOptions)}"
        );
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stop, cancel);
        var warmUp = await pair.WarmUpAsync(WarmUpLimits.Create(askedNs: null, options.DurationNs), either.Token);
        Report(
            stack.Stack,
            string.Create(
                CultureInfo.InvariantCulture,
                $"warmed up in {warmUp.DurationNs / 1e9:0.0} s; measuring "
                    + $"{(options.DurationNs is { } ns ? NumberText.Elapsed(ns / 1e9) : "until Enter or Ctrl-C")}"
            )
        );
        var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        if (options.DurationNs is null)
            _ = EndAtLineAsync(end);
        var watch = Stopwatch.StartNew();
        var timesNs = new List<double>();
        var plan = new WindowPlan(SettleNs, options.DurationNs)
        {
            PartNs = partNs,
            Stop = end.Token,
            OnPart = part =>
            {
                timesNs.Add(1e9 / part.ThroughputPerS);
                progress.Detail(
                    $"{NumberText.Elapsed(watch.Elapsed.TotalSeconds)}: "
                        + $"{NumberText.Rate(part.ThroughputPerS)}, {NumberText.Count(part.Lost)} lost"
                );
            },
        };
        var window = await pair.MeasureContinuousWindowAsync(plan, cancel);
        progress.Clear();
        var cell = NbnResult.CellOf(stack.Stack, client.Scenario, options.Gc);
        var record = pair.Describe(
            new()
            {
                Round = 1,
                Block = 1,
                Cell = cell.Id,
                Status = CellStatus.Ok,
                WarmUp = warmUp,
                Unbroken = window,
            }
        );
        return NbnResult.FromTrial(record, cell, NbnLimits.Unused(stack, options)) with
        {
            PartTimesNs = timesNs,
            Gc = options.Gc,
        };
    }

    /// <summary>Ends the measurement at a line of input, but not at the input's end.</summary>
    private async Task EndAtLineAsync(CancellationTokenSource end)
    {
        // A terminal's input is read synchronously whatever the method is called.
        if (await Task.Run(input.ReadLine) is not null)
            await end.CancelAsync();
    }

    private void Report(string stack, string what) => progress.Step($"{stack}: {what}");

    private static string Text(IReadOnlyDictionary<string, string> options) =>
        string.Join(", ", options.Select(o => $"{o.Key} {o.Value}"));
}
