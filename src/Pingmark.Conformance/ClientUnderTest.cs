using System.Globalization;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker in the client's role whose connections are up.</summary>
/// <param name="MessagesBefore">How many messages it had received when another case used it.</param>
internal sealed record ClientUnderTest(WorkerUnderTest Worker, Reply Connected, TimeSpan LostAfter, long MessagesBefore)
{
    /// <summary>The length of a window for cases about windows, in ns; it is short, because there are hundreds of
    /// measurements.</summary>
    public const long WindowNs = 80_000_000;

    /// <summary>Deadlines that are long enough for a busy machine, in ns; cases about lost messages and connections ask
    /// for less.</summary>
    private const long LostAfterNs = 5_000_000_000,
        TimeoutNs = 20_000_000_000;

    /// <summary>The fields of a connect request, with the defaults of the cases.</summary>
    public static JsonObject Request(StackFacts stack, ServerAddress server, string token, JsonObject? options = null)
    {
        var defaults = Fields.Create(("lost_after_ns", LostAfterNs), ("timeout_ns", TimeoutNs));
        return Fields.Request(stack, server, token, defaults.With(options));
    }

    public static async Task<ClientUnderTest> ConnectAsync(WorkerUnderTest worker, JsonObject request)
    {
        var before = worker.LastId == 0 ? 0 : (await worker.UsageAsync()).Messages;
        var reply = await worker.OkAsync("connect", request, Deadlines.Connect);
        var connections = ReadNumber(request, "connections") ?? 1;
        Expect.Equal("connections that are up", connections, reply.Number("connections"));
        // Datagrams without a hello have none.
        if (!request.ContainsKey("plain"))
            Expect.Equal("connect times", connections, reply.Histogram("connect_histogram").Count);
        return new(worker, reply, ToTimeSpan(ReadNumber(request, "lost_after_ns") ?? 0), before);
    }

    /// <summary>The fields of a run that ends after so many messages, however slow the machine is.</summary>
    public static JsonObject Messages(long messages = 200) => new() { ["messages"] = messages };

    /// <summary>The fields of a run that is longer than any case.</summary>
    public static JsonObject Endless() => Window(60_000_000_000);

    public static JsonObject Window(long durationNs = WindowNs, long settleNs = 0) =>
        new() { ["settle_ns"] = settleNs, ["duration_ns"] = durationNs };

    /// <summary>Runs with so many messages, and with other fields.</summary>
    public Task<Measurement> RunAsync(long messages, params IEnumerable<(string Name, JsonNode? Value)> fields) =>
        RunAsync(Messages(messages).With(fields));

    /// <summary>Makes a run that must succeed, of 200 messages when nothing else is asked for; its counts are checked
    /// as the controller checks them.</summary>
    public async Task<Measurement> RunAsync(JsonObject? fields = null) =>
        Read(await Worker.OkAsync("run", fields ?? Messages(), LongestAnswer(fields)), fields);

    /// <summary>Begins a run whose result is read later, or never.</summary>
    public Task BeginAsync(JsonObject fields) => Worker.SendAsync("run", fields);

    public async Task<Measurement> ResultAsync() => Read((await Worker.AnswerAsync("run", LongestAnswer())).Ok());

    public Task DisconnectAsync() => Worker.OkAsync("disconnect");

    public TimeSpan LongestAnswer(JsonObject? fields = null) =>
        Deadlines.Reply
        + LostAfter
        + ToTimeSpan((ReadNumber(fields, "duration_ns") ?? WindowNs) + (ReadNumber(fields, "settle_ns") ?? 0));

    private static TimeSpan ToTimeSpan(long ns) => TimeSpan.FromMicroseconds(ns / 1000);

    /// <summary>Reads a number from its text, because a JSON number made here converts to no other type than its
    /// own.</summary>
    private static long? ReadNumber(JsonObject? fields, string name) =>
        fields?[name] is { } value ? long.Parse(value.ToJsonString(), CultureInfo.InvariantCulture) : null;

    public static Measurement Read(Reply reply, JsonObject? fields = null)
    {
        reply.Count("unsent");
        return MeasurementReply.Read(
            reply,
            withLaps: fields?.ContainsKey("lap_messages") == true,
            problem => new CaseFailure("a result that adds up", problem)
        );
    }

    /// <summary>The client's usage; messages are counted since it connected.</summary>
    public async Task<Usage> UsageAsync()
    {
        var usage = await Worker.UsageAsync();
        return usage with { Messages = usage.Messages - MessagesBefore };
    }
}
