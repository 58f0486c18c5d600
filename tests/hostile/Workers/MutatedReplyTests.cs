using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Hostile.Tests.Workers;

/// <summary>Whatever a worker answers, its cell fails with a reason, or what it says is consistent in itself and with
/// what was asked for. Nothing overflows, and nothing is taken for a defect.</summary>
public sealed class MutatedReplyTests
{
    private static readonly Scenario[] Loads =
    [
        new(),
        new() { Connections = 10, InFlight = 8 },
        new() { RatePerS = 10_000, InFlight = 64 },
    ];

    [Fact]
    public void A_reply_is_consistent_or_a_fault() =>
        Cases.Run(
            Share.WorkerReplies,
            made =>
            {
                var changes = made.Random.Next(4);
                try
                {
                    Answer(made, changes);
                    return true;
                }
                catch (PingmarkException e) when (changes > 0 && e is WorkerFault or UnsupportedException)
                {
                    Assert.NotEmpty(e.Message);
                    return false;
                }
            },
            leastTaken: 0.3,
            mostTaken: 0.9
        );

    private static void Answer(Case made, int changes)
    {
        var load = made.One(Loads);
        switch (made.Random.Next(10))
        {
            case 0:
                Worker(made, changes, Replies.Hello()).HelloAsync(default).GetAwaiter().GetResult();
                break;
            case 1:
                Worker(made, changes, Replies.Describe()).DescribeAsync("x/a", default).GetAwaiter().GetResult();
                break;
            case 2:
                var listening = Worker(made, changes, Replies.Listen())
                    .ListenAsync("x/a", "::1", 0, "", allowWildcard: false, load, default)
                    .GetAwaiter()
                    .GetResult();
                Assert.Equal(("::1", true), (listening.Address, listening.Port is > 0 and < 65_536));
                break;
            case 3:
                Connected(Worker(made, changes, Replies.Connect(load)), load);
                break;
            case 4:
                var usage = Worker(made, changes, Replies.Usage()).UsageAsync(default).GetAwaiter().GetResult();
                Assert.True(usage is { CpuNs: >= 0, ContextSwitches: >= 0, Messages: >= 0 });
                break;
            default:
                Measure(made, changes, load);
                break;
        }
    }

    private static void Measure(Case made, int changes, Scenario load)
    {
        var worker = Worker(made, changes, Replies.Connect(load), Replies.Run(made, load));
        Connected(worker, load);
        var run = new RunRequest(SettleNs: 0, Replies.WindowNs)
        {
            DurationNs = Replies.WindowNs,
            Slowest = Replies.Slowest,
        };
        var result = worker.RunAsync(run, default).GetAwaiter().GetResult();
        Assert.Equal(Replies.WindowNs, result.DurationNs);
        Assert.Equal(result.Sent, result.Received + result.Lost);
        Assert.InRange(result.ThroughputPerS, 0, 1e9);
        if (result.Rtt.Count > 0)
        {
            var mean = (double)result.RttSumNs / result.Rtt.Count;
            Assert.InRange(result.Rtt.MeanNs, mean * 0.999 - 1, mean * 1.001 + 1);
            Assert.InRange(result.RttMaxNs!.Value, result.Rtt.PercentileNs(1) * 0.999 - 1, long.MaxValue);
        }
        Assert.Equal(Math.Min(Replies.Slowest, result.Rtt.Count), result.Slowest?.Connections.Count ?? 0);
        Assert.True(CountedWindow.CombineWindows([result, result]).RttSumNs >= 0);
    }

    private static void Connected(Worker worker, Scenario load) =>
        worker.ConnectAsync("x/a", new(load, new("::1", 4000), "", TimeoutNs: 1), default).GetAwaiter().GetResult();

    /// <summary>The last reply is changed; what comes before it is honest.</summary>
    private static Worker Worker(Case made, int changes, params JsonObject[] replies)
    {
        var lines = replies.Select((reply, at) => Line(made, at + 1, reply, at == replies.Length - 1 ? changes : 0));
        return new(new Channel(new Queue<string>(lines.ToList())));
    }

    private static string Line(Case made, int id, JsonObject reply, int changes)
    {
        (reply["id"], reply["status"]) = (id, "ok");
        for (var change = 0; change < changes; change++)
            ReplyMutations.Change(made, reply);
        var line = reply.ToJsonString();
        return made.Keep(changes > 0 && made.InPercent(10) ? ReplyMutations.Garbled(made, line) : line);
    }

    private sealed class Channel(Queue<string> lines) : IWorkerChannel
    {
        private int _id;

        public string Name => "x";
        public int Pid => 0;

        public long? CpuNs() => null;

        public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
            new Dictionary<int, ThreadTime>();

        public MachineUsage MachineUsage() => new(new(0, 0, 0), 0, TimeSpan.Zero);

        public Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel) =>
            Task.FromResult(ReplyLine.Read(lines.Dequeue(), ++_id, null, false, Name, problem => Fault(op, problem)));

        public void Freeze() { }

        public void Thaw() { }

        public WorkerFault Fault(string phase, string problem) => new(Name, phase, problem, []);

        public Task<string?> DescribeEndAsync() => Task.FromResult<string?>(null);

        public Task WaitForEndAsync(CancellationToken cancel) => Task.Delay(Timeout.InfiniteTimeSpan, cancel);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
