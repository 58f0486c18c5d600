using System.Diagnostics;
using MathNet.Numerics.Statistics;
using Pingmark.Checks;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;
using Histogram = Pingmark.Model.Histogram;

namespace Pingmark.Doctor;

/// <summary>Measures two equal pairs as a run measures two stacks.</summary>
internal sealed class NoiseMeasurement(IWorkerStarter starter, IReadOnlyList<int> cores, ProgressLog progress)
{
    private const int Starts = 6,
        MinStarts = 3,
        Slices = 24;
    private const long SliceNs = 30_000_000,
        SettleNs = SliceNs / 10,
        MaxWarmUpNs = 2_000_000_000;

    /// <summary>The least rate of a slice, half an answer: none at all would have no logarithm.</summary>
    private const double MinRatePerS = 0.5e9 / SliceNs;

    /// <summary>Slices of each pair with the cores kept awake.</summary>
    private const int AwakeSlices = 8;

    /// <summary>When the last start may begin; runtimes that compile take most of their time to warm up.</summary>
    private static readonly TimeSpan LastStartBefore = TimeSpan.FromSeconds(18);

    /// <summary>The rates of a start's slices, in the order of their passes.</summary>
    private sealed record Start(IReadOnlyList<double> A, IReadOnlyList<double> B)
    {
        public IReadOnlyList<double> LogRatios { get; } = A.Zip(B, (a, b) => Math.Log(a / b)).ToList();
    }

    /// <exception cref="PingmarkException">A worker failed.</exception>
    public async Task<NoiseFacts> MeasureAsync(string stack, string address, CancellationToken cancel)
    {
        var cell = new Cell
        {
            Id = stack,
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = new() { Address = address },
        };
        var (starts, machine) = (new List<Start>(), new MachineTime(cores.Count));
        var (blocking, awake) = (new Histogram(), new Histogram());
        var watch = Stopwatch.StartNew();
        for (var i = 0; i < Starts && (i < MinStarts || watch.Elapsed < LastStartBefore); i++)
        {
            progress.Detail($"noise of {stack}: start {i + 1} of {Starts}");
            await using var a = await StartAsync(cell, cancel);
            await using var b = await StartAsync(cell, cancel);
            await WarmUpAsync(a, cancel);
            await WarmUpAsync(b, cancel);
            machine.Begin([a.Client.Pid, a.Server!.Pid, b.Client.Pid, b.Server!.Pid, Environment.ProcessId]);
            starts.Add(await SlicesAsync(a, b, Slices, new Random(i), blocking, cancel));
            machine.End();
            if (i == 0)
                await WhileAwakeAsync(() => SlicesAsync(a, b, AwakeSlices, new Random(i), awake, cancel));
            await Task.WhenAll(a.StopAsync(cancel), b.StopAsync(cancel));
        }
        return new(
            Summarize(stack, starts, machine.ForeignShare),
            blocking.PercentileNs(0.5),
            awake.Count == 0 ? null : awake.PercentileNs(0.5),
            machine.StealShare,
            machine.Throttling
        );
    }

    private async Task<Pair> StartAsync(Cell cell, CancellationToken cancel)
    {
        var pair = await new PairStarter(new(starter, cores), cell).StartAsync(cancel);
        try
        {
            await pair.ConnectAsync(cell.Scenario, arrivalsSeed: null, cancel);
            return pair;
        }
        catch
        {
            await pair.DisposeAsync();
            throw;
        }
    }

    private static async Task WarmUpAsync(Pair pair, CancellationToken cancel)
    {
        pair.Wake();
        await pair.WarmUpAsync(new(MinNs: 0, MaxWarmUpNs), cancel);
        pair.Rest();
    }

    /// <summary>Measures slices of both pairs in turns, as a run does.</summary>
    private static async Task<Start> SlicesAsync(
        Pair a,
        Pair b,
        int passes,
        Random random,
        Histogram roundTrips,
        CancellationToken cancel
    )
    {
        var (pairs, rates) = (new[] { a, b }, new List<double>[] { [], [] });
        foreach (
            var turn in SliceOrder
                .DrawBalanced(Trials.SliceAllocation.OneTurnEach(pairs.Length), passes, random)
                .SelectMany(pass => pass)
        )
        {
            pairs[turn].Wake();
            var slice = await pairs[turn].SliceAsync(SettleNs, SliceNs, cancel);
            rates[turn].Add(Math.Max(MinRatePerS, slice.Measured.ThroughputPerS));
            roundTrips.Add(slice.Measured.Rtt);
            pairs[turn].Rest();
        }
        return new(rates[0], rates[1]);
    }

    /// <summary>Measures while the cores are kept awake, where that is allowed.</summary>
    private static async Task WhileAwakeAsync(Func<Task> measure)
    {
        SleepStates held;
        try
        {
            held = SleepStates.Forbid();
        }
        catch (BadInputException)
        {
            // What sleep costs stays unknown.
            return;
        }
        using (held)
            await measure();
    }

    /// <summary>The noise by a one-way analysis of variance: the starts' means scatter by themselves and by a share of
    /// the slices' scatter.</summary>
    private static MachineNoise Summarize(string stack, IReadOnlyList<Start> starts, double foreignShare)
    {
        var slices = starts.Average(s => s.LogRatios.Variance());
        var means = starts.Select(s => s.LogRatios.Average()).Variance();
        return new()
        {
            Stack = stack,
            MeasuredAt = DateTimeOffset.Now,
            ForeignShare = foreignShare,
            Starts = starts.Count,
            SlicesPerStart = starts[0].LogRatios.Count,
            SliceNs = SliceNs,
            SliceSd = Math.Sqrt(slices),
            ProcessSd = Math.Sqrt(Math.Max(0, means - slices / starts[0].LogRatios.Count)),
            RateSd = starts
                .SelectMany(s => new[] { Math.Log(s.A.Average()), Math.Log(s.B.Average()) })
                .StandardDeviation(),
        };
    }
}
