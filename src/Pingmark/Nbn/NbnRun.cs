using System.Diagnostics;
using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>
/// One measurement of one library, as NBN's custom benchmark: start, connect and warm up, which is not counted; then
/// measure for the duration. Server and clients are processes apart, so that neither's cost is booked on the other.
/// </summary>
/// <param name="input">A line of it ends a measurement that has no duration, as in NBN.</param>
/// <param name="clientCores">Of the clients' machine, where it is another; null: the sides share the first.</param>
public sealed class NbnRun(
    IWorkerStarter starter,
    IReadOnlyList<int> cores,
    ProgressLog progress,
    TextReader input,
    IReadOnlyList<int>? clientCores = null
)
{
    private const long SettleNs = 20_000_000;

    /// <summary>How soon a server on another machine is missed, and how soon Ctrl-C ends a measurement.</summary>
    private const long PartNs = 500_000_000;

    /// <summary>Between two parts the load ends and begins again: seldom, where the server is watched by its
    /// process.</summary>
    private const long LongPartNs = 2_000_000_000;

    private readonly NbnSides _sides = new(starter);

    /// <param name="stop">Ctrl-C: the measurement ends, with the figures up to then. Without a duration that is how it
    /// is meant to end.</param>
    public async Task<NbnResult> CompleteAsync(string stack, NbnOptions options, CancellationToken stop)
    {
        var pinning = Pinning.Of(PinOf(options), cores, clientCores);
        var token = NbnToken.ForServer(options.Address);
        await using var server = await _sides.ListenAsync(stack, options, token, pinning.Server, stop);
        Tell(stack, $"server listens on {server.EndPoint}, {Text(server.EffectiveOptions)}");
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

    /// <summary>With a single message under way only one side works at a time. On a core of its own each would fall
    /// asleep in between, and how long it takes to wake a sleeping core is another machine's business where this one is
    /// virtual.</summary>
    private Pin PinOf(NbnOptions options) =>
        options.Clients * options.ParallelMessages == 1 && clientCores is null
            ? new($"cpus:{cores[0]}", $"cpus:{cores[0]}")
            : new();

    /// <summary>Against a server that somebody else started.</summary>
    public async Task<NbnResult> ClientAsync(string stack, NbnOptions options, string token, CancellationToken stop)
    {
        await using var client = await _sides.ConnectAsync(stack, options, token, cpus: null, stop);
        var result = await MeasureAsync(new(server: null, client), options, PartNs, stop, CancellationToken.None);
        await client.StopAsync(CancellationToken.None);
        return result;
    }

    /// <param name="cancel">The server ended.</param>
    /// <exception cref="OperationCanceledException">Stopped before anything was counted.</exception>
    private async Task<NbnResult> MeasureAsync(
        Pair pair,
        NbnOptions options,
        long partNs,
        CancellationToken stop,
        CancellationToken cancel
    )
    {
        var (client, stack) = (pair.Client, pair.Client.Stack);
        Tell(
            stack.Stack,
            $"{NumberText.Count(client.Scenario.Connections)} clients connected, "
                + $"{NumberText.Duration(client.ConnectTime.MeanNs)} each, {Text(client.EffectiveOptions)}"
        );
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stop, cancel);
        var warmUp = await pair.WarmUpAsync(WarmUpLimits.Of(askedNs: null, options.DurationNs), either.Token);
        Tell(
            stack.Stack,
            string.Create(
                CultureInfo.InvariantCulture,
                $"warmed up in {warmUp.DurationNs / 1e9:0.0} s; measuring "
                    + $"{(options.DurationNs is { } ns ? NumberText.Elapsed(ns / 1e9) : "until Enter or Ctrl-C")}"
            )
        );
        var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        if (options.DurationNs is null)
            _ = EndWithALineAsync(end);
        var watch = Stopwatch.StartNew();
        var timesNs = new List<double>();
        var plan = new WindowPlan(SettleNs, options.DurationNs)
        {
            PartNs = partNs,
            Stop = end.Token,
            EachPart = part =>
            {
                timesNs.Add(1e9 / part.ThroughputPerS);
                progress.Detail(
                    $"{NumberText.Elapsed(watch.Elapsed.TotalSeconds)}: "
                        + $"{NumberText.Rate(part.ThroughputPerS)}, {NumberText.Count(part.Lost)} lost"
                );
            },
        };
        var stretch = await pair.StretchAsync(plan, cancel);
        progress.Clear();
        var cell = NbnResult.CellOf(stack.Stack, client.Scenario);
        var record = pair.Describe(
            new()
            {
                Round = 1,
                Block = 1,
                Cell = cell.Id,
                Status = CellStatus.Ok,
                WarmUp = warmUp,
                Unbroken = stretch,
            }
        );
        return NbnResult.Of(record, cell, NbnLimits.Unused(stack, options)) with { PartTimesNs = timesNs };
    }

    /// <summary>The end of the input ends nothing: a script may have none.</summary>
    private async Task EndWithALineAsync(CancellationTokenSource end)
    {
        // A terminal's input is read synchronously whatever the method is called.
        if (await Task.Run(input.ReadLine) is not null)
            await end.CancelAsync();
    }

    private void Tell(string stack, string what) => progress.Step($"{stack}: {what}");

    private static string Text(IReadOnlyDictionary<string, string> options) =>
        string.Join(", ", options.Select(o => $"{o.Key} {o.Value}"));
}
