using System.Numerics;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The keys of the kind of measurement (<c>test</c>), and of what belongs to one kind alone.</summary>
public static class LoadKeys
{
    public static readonly ScenarioKey Test = ScenarioKey.Create(
        "test",
        ReadTest,
        s => s.Test,
        (s, value) => s with { Test = value }
    ) with
    {
        Meaning =
            "what is measured: `ping-pong`; `batch`, messages by one call and then all answers; `write-write-read`, "
            + "each message by two calls, its first 4 bytes and the rest (streams only); `preflood`, "
            + "messages before the first answer is awaited; `stream`, messages one way, counted by the server; "
            + "`churn`, a connection for each message: connect, request, response, close (TCP); `tick`, a server that "
            + "sends all its clients a snapshot again and again, and clients that send inputs",
        IsDimension = true,
        IsPerScenario = true,
        Column = "test",
        Wire =
        [
            new(Request.Run, "load", s => s.Load == Scenario.ClosedLoad ? null : s.Load),
            new(Request.Connect, "churn", s => s.IsChurn ? true : null),
            new(Request.Connect, "one_way", s => s.IsOneWay ? true : null),
        ],
    };

    public static readonly ScenarioKey Batch = ScenarioKey.Create(
        "batch",
        (text, what) => (int?)Values.Int(1, ScenarioKeys.MostInFlight)(text, what),
        s => s.Batch,
        (s, value) => s with { Batch = value }
    ) with
    {
        Meaning =
            "of `test: batch`: so many messages go together, and the next ones when all of them are answered; of "
            + "`test: stream`: so many go by one call (1 when not given)",
        IsDimension = true,
        IsPerScenario = true,
        Id = s => s.Batch is { } messages ? $"b{NumberText.Count(messages)}" : null,
        Column = "batch",
        Wire = [new(Request.Run, "batch", s => s.Batch)],
    };

    public static readonly ScenarioKey Preflood = ScenarioKey.Create(
        "preflood",
        (text, what) => (int?)Values.Int(0, ScenarioKeys.MostInFlight - 1)(text, what),
        s => s.Preflood,
        (s, value) => s with { Preflood = value }
    ) with
    {
        Meaning =
            "of `test: preflood`: so many messages go one by one before the loop begins, in which each answer lets the "
            + "next one go",
        IsDimension = true,
        IsPerScenario = true,
        Id = s => s.Preflood is { } messages ? $"n{NumberText.Count(messages)}" : null,
        Column = "preflood",
        Wire = [new(Request.Run, "preflood", s => s.Preflood)],
    };

    /// <summary>How many bytes the buffers of a connection hold while nobody reads.</summary>
    internal const int MostUnreadBytes = 262_144;

    /// <summary>The most bytes that one connection of any stack may have in flight; stacks whose sends block say
    /// less.</summary>
    private const long MostInFlightBytes = 16 << 20;

    /// <summary>How much one connection has in flight of messages that go one way, unless another number is asked for:
    /// what every stack can have, and not more than a server takes in a moment.</summary>
    private const int WindowBytes = 262_144,
        MostWindow = 4_096;
    private const int LeastOneWayBytes = 20;

    /// <summary>How many messages are in flight as the rest of the scenario decides it; null where the number is asked
    /// for, or 1.</summary>
    internal static int? InFlightOf(Scenario s) =>
        s.IsChurn ? null
        : s.IsTick ? Scenario.InFlightWithRate
        : s.IsOneWay ? Window(s.MessageBytes)
        : s.RatePerS is not null ? Scenario.InFlightWithRate
        : s.Preflood is { } messages ? messages + 1
        : s.Batch;

    /// <summary>How many messages are in flight one way: a power of two, because the server acknowledges them in
    /// parts.</summary>
    private static int Window(int messageBytes) =>
        1 << BitOperations.Log2((uint)Math.Clamp(WindowBytes / Math.Max(1, messageBytes), 1, MostWindow));

    /// <summary>What in a scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? Problem(Scenario s) =>
        s is { Test: TestKinds.Tick, Generators: not null }
            ? (ScenarioKeys.Generators, "generators and test: tick exclude each other")
        : TickKeys.Problem(s) is { } ofTick ? ofTick
        : s.Test is not (TestKinds.PingPong or TestKinds.Tick) && s.RatePerS is not null
            ? (ScenarioKeys.Rate, $"rate and test: {s.Test} exclude each other")
        : s.IsOneWay ? ProblemOfStream(s)
        : s is { IsChurn: true, InFlight: > 1 }
            ? (ScenarioKeys.InFlight, "in_flight of test: churn is 1: a connection has one message")
        : ProblemOfBatch(s) ?? ProblemOfPreflood(s);

    private static (ScenarioKey Key, string Text)? ProblemOfStream(Scenario s) =>
        !BitOperations.IsPow2(s.InFlight)
            ? (
                ScenarioKeys.InFlight,
                $"in_flight {NumberText.Count(s.InFlight)} is no power of two, as the window of test: stream must be"
            )
        : s.MessageBytes < LeastOneWayBytes
            ? (ScenarioKeys.MessageBytes, $"messages of test: stream have {LeastOneWayBytes} B at least")
        : s.Batch > s.InFlight
            ? (
                Batch,
                $"batch {NumberText.Count(s.Batch.Value)} is more than may be in flight, "
                    + $"{NumberText.Count(s.InFlight)}"
            )
        : s.Preflood is not null ? (Preflood, "preflood needs test: preflood")
        : null;

    private static (ScenarioKey Key, string Text)? ProblemOfBatch(Scenario s)
    {
        if (s.Batch is not { } messages)
            return s.Test == TestKinds.Batch ? (Test, "test: batch needs batch, such as batch: 8") : null;
        if (s.Test != TestKinds.Batch)
            return (Batch, "batch needs test: batch or test: stream");
        if (s.InFlight != messages)
            return (ScenarioKeys.InFlight, "in_flight follows from batch, and must be left out");
        return (long)messages * s.MessageBytes > MostInFlightBytes
            ? (
                Batch,
                $"batch {NumberText.Count(messages)} of {NumberText.Count(s.MessageBytes)} B is more than any stack "
                    + $"may have in flight; {NumberText.Count(MostInFlightBytes / s.MessageBytes)} is the most"
            )
            : null;
    }

    private static (ScenarioKey Key, string Text)? ProblemOfPreflood(Scenario s)
    {
        if (s.Preflood is not { } messages)
            return s.Test == TestKinds.Preflood ? (Test, "test: preflood needs preflood, such as preflood: 8") : null;
        if (s.Test != TestKinds.Preflood)
            return (Preflood, "preflood needs test: preflood");
        if (s.InFlight != messages + 1)
            return (ScenarioKeys.InFlight, "in_flight follows from preflood, and must be left out");
        var bytes = Math.Min(MostUnreadBytes, s.Socket.SendBufferBytes ?? MostUnreadBytes);
        return (long)s.InFlight * s.MessageBytes > bytes
            ? (
                Preflood,
                $"preflood {NumberText.Count(messages)} of {NumberText.Count(s.MessageBytes)} B is more than the "
                    + "buffers of a connection hold while nobody reads; "
                    + $"{NumberText.Count(bytes / s.MessageBytes - 1)} is the most"
            )
            : null;
    }

    private static string ReadTest(string text, string what) =>
        TestKinds.All.Contains(text)
            ? text
            : throw new BadInputException(
                $"{what} must be {string.Join(", ", TestKinds.All)}, not '{text}'"
                    + NearestName.Suggestion(text, TestKinds.All)
            );
}
