using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Every clock of the runtime: its resolution, what a call costs, and whether it went back.</summary>
internal static class Timers
{
    private const double NsPerTick = 100,
        NsPerMs = 1e6;

    /// <summary>Between two readings, in numbers of the generator.</summary>
    private const ulong LongestPause = 64;

    private const int WatchesOfACoarseClock = 10;

    public static Action<Utf8JsonWriter> Answer(Request request)
    {
        request.RefuseTheRest();
        Watched[] timers =
        [
            Watch<StopwatchTicks>("Stopwatch.GetTimestamp", isMonotonic: true, 1e9 / Stopwatch.Frequency),
            Watch<TickCount>("Environment.TickCount64", isMonotonic: true, NsPerMs),
            Watch<UtcNow>("DateTime.UtcNow", isMonotonic: false, NsPerTick),
            Watch<LocalNow>("DateTime.Now", isMonotonic: false, NsPerTick),
        ];
        return json =>
        {
            json.WriteStrings("timers", timers.Select(timer => timer.Name));
            json.WriteNumbers("steps_ns", timers.Select(timer => timer.StepNs));
            json.WriteNumbers("ns_per_1000_calls", timers.Select(timer => timer.NsPer1000Calls));
            json.WriteNumbers("monotonic", timers.Select(timer => timer.IsMonotonic ? 1L : 0));
            json.WriteNumbers("went_back", timers.Select(timer => timer.WentBack));
        };
    }

    private sealed record Watched(string Name, long StepNs, long NsPer1000Calls, bool IsMonotonic, long WentBack);

    /// <summary>A type for each clock, so that loops over it call nothing else.</summary>
    private interface ITimer
    {
        static abstract long Read();
    }

    private readonly struct StopwatchTicks : ITimer
    {
        public static long Read() => Stopwatch.GetTimestamp();
    }

    private readonly struct TickCount : ITimer
    {
        public static long Read() => Environment.TickCount64;
    }

    private readonly struct UtcNow : ITimer
    {
        public static long Read() => DateTime.UtcNow.Ticks;
    }

    private readonly struct LocalNow : ITimer
    {
        public static long Read() => DateTime.Now.Ticks;
    }

    private static Watched Watch<TTimer>(string name, bool isMonotonic, double nsPerUnit)
        where TTimer : struct, ITimer
    {
        var readings = Readings<TTimer>();
        var step = readings.Resolution();
        return new(
            name,
            step == 0 ? 0 : Math.Max(1, (long)Math.Round(step * nsPerUnit)),
            CostOf1000Calls<TTimer>(),
            isMonotonic,
            readings.WentBack
        );
    }

    /// <summary>Reads the clock after pauses of random lengths, so that the differences are no multiples of anything
    /// but its step.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static ClockReadings Readings<TTimer>()
        where TTimer : struct, ITimer
    {
        var (random, drawn, readings) = (new SplitMix64(1), 0UL, new ClockReadings(TTimer.Read()));
        var begin = NowNs;
        do
        {
            for (var i = 0; i < 100; i++)
            {
                for (var left = random.Next() % LongestPause; left > 0; left--)
                    drawn ^= random.Next();
                readings.Add(TTimer.Read());
            }
        } while (NowNs - begin < Constants.TimerWatchNs * (readings.AreFew ? WatchesOfACoarseClock : 1));
        GC.KeepAlive(drawn);
        return readings;
    }

    /// <summary>Calls are timed a thousand at once, so that the clock they are timed with costs nothing; of all
    /// thousands but the first half, which warms up, the median, since whatever interrupts one only makes it
    /// longer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long CostOf1000Calls<TTimer>()
        where TTimer : struct, ITimer
    {
        var (costs, sum) = (new List<long>(), 0L);
        var end = NowNs + Constants.TimerWatchNs;
        for (var begin = NowNs; begin < end; begin = NowNs)
        {
            for (var i = 0; i < 1_000; i++)
                sum ^= TTimer.Read();
            costs.Add(NowNs - begin);
        }
        GC.KeepAlive(sum);
        var later = costs[(costs.Count / 2)..];
        later.Sort();
        return later[later.Count / 2];
    }

    private static long NowNs => (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
}
