using System.Diagnostics;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Pingmark.Workers;
using Xunit;
using Xunit.Abstractions;

namespace Pingmark.Tests.Trials;

/// <summary>A thousand generators: fake workers that answer lines, and the real controller.</summary>
[Trait("Gate", "no")]
public class GeneratorSimulationTests(ITestOutputHelper output)
{
    private const int Generators = 1_000,
        Buckets = 2_000;

    /// <summary>A controller of 1,000 keeps no 1,000 histograms.</summary>
    private const long MostBytes = 128 << 20;

    /// <summary>Away from the few threads that tests share.</summary>
    [Fact]
    public Task A_thousand_are_started_asked_and_added_up_exactly() => Task.Run(MeasureAsync);

    private async Task MeasureAsync()
    {
        var starter = new Simulated();
        var cell = Trial.Cell("a", new() { Generators = Generators, InFlight = Buckets });
        var watch = Stopwatch.StartNew();
        await using var group = await ClientGroup.StartAsync(starter, cell, cpus: null, CancellationToken.None);
        await group.ConnectAsync(new(cell.Scenario, new("::1", 1), "", TimeoutNs: 1), CancellationToken.None);
        var startedS = watch.Elapsed.TotalSeconds;
        watch.Restart();
        var measured = await group.RunAsync(
            new(SettleNs: 0, DeadlineNs: 1_000_000_000) { DurationNs = 1_000_000_000 },
            CancellationToken.None
        );
        var ranS = watch.Elapsed.TotalSeconds;
        var bytes = GC.GetTotalMemory(forceFullCollection: true);
        output.WriteLine(
            $"start {startedS:0.00} s, run and merge {ranS:0.00} s, {bytes >> 20} MB in use afterwards, "
                + $"{starter.ReplyBytes >> 10} KiB a reply"
        );
        Assert.Equal(Enumerable.Range(0, Generators).Sum(CountOf), measured.Received);
        Assert.Equal(measured.Received, measured.Rtt.Count);
        Assert.Equal(measured.Received, (await group.UsageAsync(CancellationToken.None)).Messages);
        Assert.InRange(bytes, 0, MostBytes);
    }

    /// <summary>Each another number.</summary>
    private static long CountOf(int number) => (long)Buckets * (1 + number % 7);

    private sealed class Simulated : IWorkerStarter
    {
        public long ReplyBytes;
        private int _started;

        public Task<Worker> StartAsync(
            string stack,
            string role,
            IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
            string? cpus,
            CancellationToken cancel
        ) => Task.FromResult(new Worker(new Channel(this, Interlocked.Increment(ref _started) - 1)));
    }

    private sealed class Channel(Simulated all, int number) : IWorkerChannel
    {
        private long _messages;

        public string Name => $"worker {number}";
        public int Pid => 0;

        public long? CpuNs() => null;

        public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
            new Dictionary<int, ThreadTime>();

        public MachineUsage MachineUsage() => new(new(0, 0, 0), 0, TimeSpan.Zero);

        public WorkerFault Fault(string phase, string problem) => new(Name, phase, problem, []);

        /// <summary>As a line, so that it is read as lines are.</summary>
        public async Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel)
        {
            await Task.Yield();
            var reply = op switch
            {
                "hello" => Hello(),
                "describe" => Describe(),
                "connect" => new JsonObject { ["connections"] = 1, ["connect_histogram"] = new JsonArray(1, 1) },
                "run" => Run((long)fields["start_at_ns"]!, (long)fields["duration_ns"]!),
                _ => Usage(),
            };
            (reply["id"], reply["status"]) = (1, "ok");
            var line = reply.ToJsonString();
            if (op == "run")
                all.ReplyBytes = line.Length;
            return ReplyLine.Read(line, 1, askedNs: null, sharesClock: false, Name, problem => Fault(op, problem));
        }

        private static JsonObject Hello() =>
            Object(
                $$"""
                {
                  "protocol": 1, "worker": "a", "runtime": "fake 1.0", "libraries": [], "cpus": [0], "gc": null,
                  "stacks": ["a"], "histogram_layout": "{{Worker.HistogramLayout}}"
                }
                """
            );

        private static JsonObject Describe() =>
            Object(
                """
                {
                  "about": "", "transport": "tcp", "waits": "block", "threading": "", "max_message_bytes": 65536,
                  "max_connections": 1, "socket_options": [], "reliable": true, "unreliable": false
                }
                """
            );

        private static JsonObject Object(string json) => JsonNode.Parse(json)!.AsObject();

        private JsonObject Run(long startNs, long durationNs)
        {
            const int First = 10_000;
            var (each, sum) = (CountOf(number) / Buckets, 0d);
            var counts = new JsonArray();
            for (var i = First; i < First + Buckets; i++)
            {
                counts.Add(i);
                counts.Add(each);
                sum += each * Histogram.MidpointNs(i);
            }
            _messages += CountOf(number);
            return new()
            {
                ["from_ns"] = startNs,
                ["to_ns"] = startNs + durationNs,
                ["sent"] = CountOf(number),
                ["received"] = CountOf(number),
                ["answered"] = CountOf(number),
                ["lost"] = 0,
                ["corrupt"] = 0,
                ["late"] = 0,
                ["duplicated"] = 0,
                ["reordered"] = 0,
                ["silent_connections"] = 0,
                ["rtt_max_ns"] = (long)Histogram.MidpointNs(First + Buckets - 1),
                ["rtt_sum_ns"] = (long)sum,
                ["histogram"] = counts,
            };
        }

        private JsonObject Usage() =>
            Object(
                $$"""
                {
                  "messages": {{_messages}}, "connections": 1, "bad_frames": 0, "rejected": 0,
                  "now_ns": {{Clock.NowNs}}, "cpu_user_ns": 0, "cpu_system_ns": 0, "voluntary_switches": 0,
                  "involuntary_switches": 0, "peak_rss_bytes": 0, "gc_count": null, "gc_pause_ns": null,
                  "allocated_bytes": null
                }
                """
            );

        public Task<string?> DescribeEndAsync() => Task.FromResult<string?>(null);

        public Task WaitForEndAsync(CancellationToken cancel) => Task.Delay(Timeout.InfiniteTimeSpan, cancel);

        public void Freeze() { }

        public void Thaw() { }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
