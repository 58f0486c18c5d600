using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>The controller takes every valid transcript, and objects to the last line of every invalid one. A process
/// replays the worker's side.</summary>
public class TranscriptTests
{
    public static TheoryData<string> Valid => new(Transcript.Names("valid"));
    public static TheoryData<string> Invalid => new(Transcript.Names("invalid"));

    [Theory]
    [MemberData(nameof(Valid))]
    public Task TheControllerTakes(string name) =>
        ReplayAsync(
            Transcript.Load("valid", name),
            async (channel, exchange) =>
            {
                if (exchange.Status == "ok")
                    await ReadAsync(channel, exchange);
                else if (exchange.Status == "unsupported")
                    Assert.Equal(
                        Reason(exchange),
                        (await Assert.ThrowsAsync<UnsupportedException>(() => CallAsync(channel, exchange))).Reason
                    );
                else
                    Assert.Equal(
                        Reason(exchange),
                        (await Assert.ThrowsAsync<WorkerFault>(() => CallAsync(channel, exchange))).Problem
                    );
            }
        );

    [Theory]
    [MemberData(nameof(Invalid))]
    public Task TheControllerObjectsTo(string name) =>
        ReplayAsync(
            Transcript.Load("invalid", name),
            async (channel, exchange) =>
            {
                var objection = await Assert.ThrowsAnyAsync<PingmarkException>(() => ReadAsync(channel, exchange));
                Assert.IsNotType<UnsupportedException>(objection);
                Assert.DoesNotContain("no answer within", objection.Message);
            }
        );

    private static string Reason(Exchange exchange) => exchange.Reply["reason"]!.GetValue<string>();

    private static async Task ReplayAsync(Transcript transcript, Func<WorkerProcess, Exchange, Task> check)
    {
        var script = Path.GetTempFileName();
        // A line of one dot ends what follows a request.
        await File.WriteAllLinesAsync(script, transcript.Exchanges.SelectMany(exchange => exchange.Lines.Append(".")));
        const string Replay =
            "exec 3<\"$0\"; while read -r _; do while IFS= read -r -u 3 line && [ \"$line\" != . ]; do "
            + "printf '%s\\n' \"$line\"; done; done";
        await using (
            var channel = await WorkerProcess.StartAsync(
                transcript.Name,
                ["bash", "-c", Replay, script],
                Tree.Root,
                new Dictionary<string, string>(),
                cpus: null
            )
        )
            foreach (var exchange in transcript.Exchanges)
                await check(channel, exchange);
        File.Delete(script);
    }

    private static Task<Reply> CallAsync(WorkerProcess channel, Exchange exchange)
    {
        var fields = exchange.Request.DeepClone().AsObject();
        fields.Remove("id");
        fields.Remove("op");
        return channel.CallAsync(exchange.Op, fields, TimeSpan.FromSeconds(10), CancellationToken.None);
    }

    /// <summary>With the controller's own readers.</summary>
    private static async Task ReadAsync(WorkerProcess channel, Exchange exchange)
    {
        var worker = new Workers.Worker(channel);
        switch (exchange.Op)
        {
            case "hello":
                await worker.HelloAsync(CancellationToken.None);
                break;
            case "describe":
                await worker.DescribeAsync(exchange.Text("stack"), CancellationToken.None);
                break;
            case "listen":
                await worker.ListenAsync(
                    exchange.Text("stack"),
                    exchange.Text("address"),
                    0,
                    exchange.Text("token"),
                    false,
                    new Scenario { Socket = new() { NoDelay = (bool?)exchange.Request["no_delay"] } },
                    CancellationToken.None
                );
                break;
            case "connect":
                await worker.ConnectAsync(
                    exchange.Text("stack"),
                    new(
                        new Scenario(),
                        new(exchange.Text("address"), (int)exchange.Request["port"]!),
                        exchange.Text("token"),
                        TimeoutNs: 1
                    ),
                    CancellationToken.None
                );
                break;
            case "disconnect":
                await worker.DisconnectAsync(CancellationToken.None);
                break;
            case "usage" or "stop":
                await worker.UsageAsync(CancellationToken.None);
                break;
            case "run":
                MeasurementReply.Read(
                    await CallAsync(channel, exchange),
                    exchange.Request.ContainsKey("lap_messages"),
                    problem => channel.Fault(exchange.Op, problem)
                );
                break;
            case "timers":
                Assert.NotEmpty(await worker.TimersAsync(CancellationToken.None));
                break;
            case "vector":
                var reply = await CallAsync(channel, exchange);
                if (exchange.Text("name") == "histogram")
                    Assert.Equal(
                        exchange.Request["count"]!.GetValue<long>(),
                        Histogram.FromSparse(reply.Numbers("histogram")).Count
                    );
                else
                    Assert.Equal(exchange.Request["message_bytes"]!.GetValue<int>(), reply.Text("hex").Length / 2);
                break;
        }
    }
}
